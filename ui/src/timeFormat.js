// Times and durations for display. `at` is in milliseconds since 1970.

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DATE_AND_TIME = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

const DAY_AND_MONTH = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const FULL_DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

const DATE_AND_SECONDS = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "14:03".
 *
 * @param {number} at
 * @returns {string}
 */
export function formatTime(at) {
  return TIME.format(at);
}

/**
 * "16 Nov, 14:03".
 *
 * @param {number} at
 * @returns {string}
 */
export function formatDateTime(at) {
  return DATE_AND_TIME.format(at);
}

/**
 * "16 Nov", with the year unless it is this one.
 *
 * @param {number} at
 * @returns {string}
 */
export function formatDate(at) {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return (isThisYear ? DAY_AND_MONTH : FULL_DATE).format(at);
}

/**
 * "16 Nov 2026, 14:03:12".
 *
 * @param {number} at
 * @returns {string}
 */
export function formatExactly(at) {
  return DATE_AND_SECONDS.format(at);
}

/**
 * "14:03" today, else "16 Nov, 14:03".
 *
 * @param {number} at
 * @returns {string}
 */
export function formatTimeOrDate(at) {
  return isToday(at) ? formatTime(at) : formatDateTime(at);
}

/**
 * "at 14:03" today, else "on 16 Nov, 14:03".
 *
 * @param {number} at
 * @returns {string}
 */
export function formatAtOrOn(at) {
  return `${isToday(at) ? "at" : "on"} ${formatTimeOrDate(at)}`;
}

/**
 * "about 4 min", "45 s".
 *
 * @param {number} milliseconds
 * @returns {string}
 */
function formatRemaining(milliseconds) {
  if (milliseconds < MINUTE) return `${Math.ceil(milliseconds / SECOND)} s`;
  const minutes = Math.round(milliseconds / MINUTE);
  if (minutes < 120) return `about ${minutes} min`;
  return `about ${Math.round(minutes / 60)} h`;
}

/**
 * "Expires in about 4 min"
 *
 * @param {number} remaining milliseconds until the deadline
 * @returns {string}
 */
export function deadlineText(remaining) {
  return remaining > 0 ? `Expires in ${formatRemaining(remaining)}` : "May have expired";
}

/**
 * How long the text of {@link deadlineText} may be shown.
 *
 * @param {number} milliseconds
 * @returns {number}
 */
export function remainingValidFor(milliseconds) {
  return milliseconds <= MINUTE ? SECOND : Math.min(15 * SECOND, milliseconds - MINUTE);
}

/**
 * "just now", "2 min", "3 h", "2 days".
 *
 * @param {number} milliseconds
 * @returns {string}
 */
export function formatElapsed(milliseconds) {
  if (milliseconds < MINUTE) return "just now";
  if (milliseconds < 2 * HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < 2 * DAY) return `${Math.floor(milliseconds / HOUR)} h`;
  return `${Math.floor(milliseconds / DAY)} days`;
}

/**
 * "12 s", "4 min 10 s", "2 h 5 min".
 *
 * @param {number} milliseconds
 * @returns {string}
 */
export function formatDuration(milliseconds) {
  const seconds = Math.max(1, Math.round(milliseconds / SECOND));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joinUnits(minutes, "min", seconds % 60, "s");
  return joinUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

/**
 * How long until the text of {@link formatElapsed} changes.
 *
 * @param {number} milliseconds
 * @returns {number}
 */
export function elapsedValidFor(milliseconds) {
  return MINUTE - (Math.max(milliseconds, 0) % MINUTE);
}

/**
 * @param {number} at
 * @returns {boolean}
 */
function isToday(at) {
  return new Date(at).toDateString() === new Date().toDateString();
}

/**
 * @param {number} large
 * @param {string} unit
 * @param {number} small
 * @param {string} smallUnit
 * @returns {string}
 */
function joinUnits(large, unit, small, smallUnit) {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}
