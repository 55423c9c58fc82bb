// The few parts of the DOM that the tests need, as globals. Import it before any module of the page.

class FakeElement extends EventTarget {
  children = [];
  attributes = new Map();
  classList = new ClassList();
  hidden = false;
  checked = false;
  isConnected = true;
  parent = null;

  constructor(tag) {
    super();
    this.tagName = tag.toUpperCase();
  }

  get textContent() {
    return this.children.map((child) => child.textContent ?? String(child)).join("");
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
    if (name === "class") this.classList.add(...value.split(" "));
    if (name === "hidden") this.hidden = true;
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  append(...children) {
    for (const child of children) this.insertBefore(child, null);
  }

  insertBefore(child, next) {
    if (child instanceof FakeElement) {
      child.remove();
      child.parent = this;
    }
    const index = next === null ? this.children.length : this.children.indexOf(next);
    this.children.splice(index, 0, child);
  }

  replaceChildren(...children) {
    for (const child of [...this.children]) child.remove?.();
    this.children = [];
    this.append(...children);
  }

  remove() {
    if (this.parent !== null) {
      this.parent.children = this.parent.children.filter((child) => child !== this);
    }
    this.parent = null;
  }

  contains(element) {
    for (let at = element ?? null; at !== null; at = at.parent) if (at === this) return true;
    return false;
  }

  closest(selector) {
    return selector.split(", ").includes(this.tagName.toLowerCase()) ? this : null;
  }

  click() {
    this.dispatchEvent(new Event("click"));
  }

  focus() {}

  scrollIntoView() {}
}

class ClassList extends Set {
  add(...names) {
    for (const name of names) super.add(name);
    return this;
  }

  remove(...names) {
    for (const name of names) this.delete(name);
  }

  contains(name) {
    return this.has(name);
  }

  toggle(name, on = !this.has(name)) {
    if (on) this.add(name);
    else this.delete(name);
    return on;
  }
}

const createElement = (tag) => new FakeElement(tag);

/** Replaces the document, with all its listeners. */
export function resetDocument() {
  globalThis.document = Object.assign(createElement("html"), {
    createElement,
    createElementNS: (_namespace, tag) => createElement(tag),
  });
}

Object.assign(globalThis, { Element: FakeElement, HTMLElement: FakeElement });
resetDocument();
