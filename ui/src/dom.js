// Builds DOM elements. Text always becomes text nodes and is never parsed as HTML.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined} Attribute */

/**
 * Creates an element. Attributes that are `false`, `null` or `undefined` are omitted; `true`
 * becomes an empty attribute.
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
 * Isolates text from outside, so that it cannot change the direction of the text around it.
 *
 * @param {string} text
 * @returns {HTMLElement}
 */
export function isolate(text) {
  return el("bdi", {}, text);
}

/**
 * The direction of a text from outside, by its first letter.
 *
 * @param {string} text
 * @returns {"ltr" | "rtl"}
 */
export function textDirection(text) {
  const [letter = ""] = text.match(/\p{L}/u) ?? [];
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(letter) ? "rtl" : "ltr";
}

/**
 * Quotes a name that a program claims.
 *
 * @param {string} text
 * @returns {HTMLElement}
 */
export function quoted(text) {
  return el("span", { class: "claimed" }, "“", isolate(text), "”");
}

/**
 * Sets an element's children. Existing children move only if their order changes, because a moved
 * element loses the focus.
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
 * Updates a keyed list: shows each view in its existing part or a new one, removes parts without a
 * view, and arranges them in `parent` in the order of the views.
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
  const roots = views.map((view) => {
    const part = parts.get(keyOf(view)) ?? make(view);
    parts.set(keyOf(view), part);
    part.show(view);
    return part.root;
  });
  arrange(parent, roots);
}

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
function isPresent(child) {
  return child !== null && child !== undefined && child !== false;
}
