// Watches whether the end of something was on the screen.

const SCROLL_KEYS = ["End", "PageDown", "PageUp", "Home", "ArrowDown", "ArrowUp", " "];
/** What takes scrolling keys for itself. */
const FIELDS = "textarea, input, select";
/** What takes clicks and the space bar for itself. */
const CONTROLS = `${FIELDS}, button, summary`;
const SCROLL_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * A focus that moves past the end scrolls it into view, which is not reading: one Tab would do. After
 * that only the person's own scrolling counts.
 */
export class ReadWatcher {
  #root;
  #end;
  #onRead;
  #onUnread;
  #isEndVisible = false;
  #isMovedByFocus = false;
  #isRead = false;
  /** @type {IntersectionObserver | null} */
  #observer = null;

  /**
   * @param {HTMLElement} root what is to be read
   * @param {HTMLElement} end inside `root`
   * @param {() => void} onRead called once
   * @param {() => void} [onUnread] called if the end is not on the screen
   */
  constructor(root, end, onRead, onUnread = () => {}) {
    this.#root = root;
    this.#end = end;
    this.#onRead = onRead;
    this.#onUnread = onUnread;
  }

  /** Call when the whole text is in the page. */
  start() {
    if (this.#observer !== null) return;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isEndVisible = entries.at(-1)?.isIntersecting ?? false;
      this.#check();
      if (!this.#isRead) this.#onUnread();
    });
    this.#observer.observe(this.#end);
    document.addEventListener("focusin", this.#onFocus);
    for (const type of SCROLL_EVENTS) {
      document.addEventListener(type, this.#onScrollInput, { capture: true, passive: true });
    }
  }

  stop() {
    this.#isRead = true;
    this.#observer?.disconnect();
    document.removeEventListener("focusin", this.#onFocus);
    for (const type of SCROLL_EVENTS) {
      document.removeEventListener(type, this.#onScrollInput, { capture: true });
    }
  }

  #onFocus = (/** @type {FocusEvent} */ { target }) => {
    if (!(target instanceof Element) || this.#root.contains(target)) return;
    // The buttons are outside the part that scrolls.
    if (this.#root.closest("main")?.contains(target) ?? true) this.#isMovedByFocus = true;
  };

  #onScrollInput = (/** @type {Event} */ event) => {
    if (event.type === "pointerdown" && isOn(event.target, CONTROLS)) return;
    if ("key" in event && !isScrolling(String(event.key), event.target)) return;
    this.#isMovedByFocus = false;
    this.#check();
  };

  #check() {
    if (this.#isRead || !this.#isEndVisible || this.#isMovedByFocus) return;
    this.stop();
    this.#onRead();
  }
}

/**
 * @param {string} key
 * @param {EventTarget | null} target what has the focus
 * @returns {boolean}
 */
function isScrolling(key, target) {
  return SCROLL_KEYS.includes(key) && !isOn(target, key === " " ? CONTROLS : FIELDS);
}

/**
 * @param {EventTarget | null} target
 * @param {string} selector
 * @returns {boolean}
 */
function isOn(target, selector) {
  return target instanceof Element && target.closest(selector) !== null;
}
