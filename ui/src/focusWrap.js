// Wraps Tab from the last control to the first. The web view would otherwise leave the page for one
// press.

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

export function wrapTabFocus() {
  document.addEventListener("keydown", (event) => {
    // By code, because X11 names Shift+Tab differently.
    if (event.code !== "Tab" || event.ctrlKey || event.altKey || event.defaultPrevented) return;
    const stops = [...document.querySelectorAll(FOCUSABLE)].filter(isTabStop);
    const [last, first] = event.shiftKey
      ? [stops.at(0), stops.at(-1)]
      : [stops.at(-1), stops.at(0)];
    if (first === undefined || document.activeElement !== last) return;
    event.preventDefault();
    first.focus();
  });
}

/**
 * @param {Element} element
 * @returns {element is HTMLElement}
 */
export function isTabStop(element) {
  if (!(element instanceof HTMLElement) || element.tabIndex < 0) return false;
  if (element.matches(":disabled") || element.closest("[inert]") !== null) return false;
  return (
    element.checkVisibility({ visibilityProperty: true }) && !isUncheckedInCheckedGroup(element)
  );
}

/**
 * @param {HTMLElement} element
 * @returns {boolean} whether Tab skips it in favour of the group's checked radio button
 */
function isUncheckedInCheckedGroup(element) {
  if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.checked)
    return false;
  return document.querySelector(`input[name="${CSS.escape(element.name)}"]:checked`) !== null;
}
