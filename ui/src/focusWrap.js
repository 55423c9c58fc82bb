// Tab goes round. A window has nothing but its page, so behind its last control comes its first one;
// otherwise one press of Tab would go nowhere in between.

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

export function wrapTabFocus() {
  document.addEventListener("keydown", (event) => {
    // By its code: with Shift, X11 has another name for it.
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
function isTabStop(element) {
  if (!(element instanceof HTMLElement) || element.tabIndex < 0) return false;
  if (element.matches(":disabled") || element.closest("[inert]") !== null) return false;
  return (
    element.checkVisibility({ visibilityProperty: true }) && !isUncheckedInCheckedGroup(element)
  );
}

/**
 * @param {HTMLElement} element
 * @returns {boolean} whether it is a radio button that Tab passes over for the chosen one
 */
function isUncheckedInCheckedGroup(element) {
  if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.checked)
    return false;
  return document.querySelector(`input[name="${CSS.escape(element.name)}"]:checked`) !== null;
}
