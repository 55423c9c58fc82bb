// Building the page. Text always becomes text nodes: nothing here reads markup.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined} Attribute */

/**
 * Makes an element. An attribute that is `false`, `null` or `undefined` is left out; `true` is
 * written as an empty one.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter(isPresent));
  return element;
}

/**
 * Words from outside: shown as they are, without changing the direction of the text around them.
 *
 * @param {string} text
 * @returns {HTMLElement}
 */
export function isolate(text) {
  return el("bdi", {}, text);
}

/**
 * A name that a program gives, marked as no more than that.
 *
 * @param {string} text
 * @returns {HTMLElement}
 */
export function quoted(text) {
  return el("span", { class: "claimed" }, "“", isolate(text), "”");
}

/**
 * Makes these the children of an element, in this order. Those that are there already are moved
 * only if their order changes: an element that is moved loses the focus.
 *
 * @param {Element} parent
 * @param {Element[]} children
 */
export function arrange(parent, children) {
  const kept = new Set(children);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  children.forEach((child, index) => {
    const current = parent.children[index] ?? null;
    if (current !== child) parent.insertBefore(child, current);
  });
}

/**
 * Shows each view in the part that showed it before, or in a new one, and removes the other parts. The
 * parts become the children of an element, in the order of the views.
 *
 * @template V
 * @template {{ root: Element, show: (view: V) => void, unmounted?: () => void }} P
 * @param {Element} parent
 * @param {Map<string, P>} parts
 * @param {V[]} views
 * @param {(view: V) => string} keyOf
 * @param {(view: V) => P} make
 */
export function showEach(parent, parts, views, keyOf, make) {
  const keys = new Set(views.map(keyOf));
  for (const [key, part] of parts) {
    if (keys.has(key)) continue;
    part.unmounted?.();
    parts.delete(key);
  }
  const shown = views.map((view) => {
    const part = parts.get(keyOf(view)) ?? make(view);
    parts.set(keyOf(view), part);
    part.show(view);
    return part.root;
  });
  arrange(parent, shown);
}

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
function isPresent(child) {
  return child !== null && child !== undefined && child !== false;
}
