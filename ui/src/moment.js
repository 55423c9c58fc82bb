// Times as people read them.

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * "14:03".
 *
 * @param {number} at in milliseconds since 1970
 * @returns {string}
 */
export function time(at) {
  return TIME.format(at);
}

/**
 * "16 Nov, 14:03".
 *
 * @param {number} at in milliseconds since 1970
 * @returns {string}
 */
export function dayAndTime(at) {
  return DAY_AND_TIME.format(at);
}

/**
 * "about 4 min", "45 s".
 *
 * @param {number} milliseconds
 * @returns {string}
 */
export function span(milliseconds) {
  if (milliseconds < MINUTE) return `${Math.ceil(milliseconds / SECOND)} s`;
  const minutes = Math.round(milliseconds / MINUTE);
  if (minutes < 120) return `about ${minutes} min`;
  return `about ${Math.round(minutes / 60)} h`;
}

/**
 * How long the text of {@link span} stays true enough.
 *
 * @param {number} milliseconds
 * @returns {number}
 */
export function spanLasts(milliseconds) {
  return milliseconds <= MINUTE ? SECOND : Math.min(15 * SECOND, milliseconds - MINUTE);
}

/**
 * How long something has lasted: "just now", "2 min".
 *
 * @param {number} milliseconds
 * @returns {string}
 */
export function elapsed(milliseconds) {
  const minutes = Math.floor(milliseconds / MINUTE);
  return minutes < 1 ? "just now" : `${minutes} min`;
}

/**
 * How long the text of {@link elapsed} stays true.
 *
 * @param {number} milliseconds
 * @returns {number}
 */
export function elapsedLasts(milliseconds) {
  return MINUTE - (Math.max(milliseconds, 0) % MINUTE);
}
