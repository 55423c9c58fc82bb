// Notices when another program moves the focus inside the page, over the accessibility bus.

import { movesFocus } from "./currentInput.js";

/**
 * Call once, before the page sets the focus.
 *
 * @param {() => void} onForeignFocus called when neither the person nor the page moved the focus
 */
export function watchFocus(onForeignFocus) {
  /** What the person or the page focused last. It gets the focus again with the window. */
  let expected = document.activeElement;
  let isOwnCall = false;
  const { focus } = HTMLElement.prototype;
  /** @param {FocusOptions} [options] */
  HTMLElement.prototype.focus = function (options) {
    isOwnCall = true;
    focus.call(this, options);
    isOwnCall = false;
    // A window without the keyboard sends no event.
    expected = document.activeElement;
  };
  document.addEventListener("focusin", ({ target }) => {
    const isExpected = isOwnCall || movesFocus() || target === expected;
    expected = /** @type {Element} */ (target);
    if (!isExpected) onForeignFocus();
  });
  document.addEventListener("focusout", ({ target }) => {
    // It stays the active element if only the window loses the focus.
    if (target === expected && document.activeElement !== target) expected = null;
  });
}
