// Icons: 16 by 16 SVG paths in the current text colour.

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  agents: "M5.8 2v3.2M10.2 2v3.2M3.6 5.2h8.8v2.2a4.4 4.4 0 0 1-8.8 0zM8 11.8V14",
  askers:
    "M8 2.4a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM2.8 13.6c.4-2.6 2.4-4 5.2-4s4.8 1.4 5.2 4",
  bell: "M8 1.8v1M3.6 11.4c.9-.9 1.2-1.9 1.2-4.1a3.2 3.2 0 0 1 6.4 0c0 2.2.3 3.2 1.2 4.1zM6.6 13.4a1.5 1.5 0 0 0 2.8 0",
  calendar: "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.2V5M10.5 2.2V5",
  changed:
    "M13.4 6.6A5.6 5.6 0 0 0 3.6 4.8M2.6 9.4a5.6 5.6 0 0 0 9.8 1.8M3.2 2.2v2.8h2.8M12.8 13.8V11H10",
  check: "M3.2 8.6l3 3 6.6-7",
  checked: "M8 1.6l5.2 2v4c0 3.3-2.2 5.6-5.2 6.8-3-1.2-5.2-3.5-5.2-6.8v-4zM5.6 8l1.8 1.8 3.2-3.6",
  chevron: "M4 6.2l4 4 4-4",
  clock: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 4.8V8l2.2 1.6",
  closed: "M3.4 8h9.2",
  copy: "M5.6 5.6h7.8v7.8H5.6zM5.6 10.4H2.6V2.6h7.8v3",
  comment: "M2.6 3.2h10.8v7.6H8l-3 2.6v-2.6H2.6z",
  computer: "M2.2 3h11.6v7.6H2.2zM5.6 13.4h4.8M8 10.6v2.8",
  form: "M3 3h10v10H3zM5.6 6.2h4.8M5.6 9.6h2.8",
  globe:
    "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM2 8h12M8 2c2 1.6 2.8 3.6 2.8 6S10 12.4 8 14C6 12.4 5.2 10.4 5.2 8S6 3.6 8 2z",
  handedBack: "M6.2 3.4L2.8 6.8l3.4 3.4M2.8 6.8h6.8a3.4 3.4 0 0 1 0 6.8H6.4",
  eyeCrossed: "M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4zM3 13L13 3",
  info: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 7.4V11M8 5v.2",
  key: "M5.2 7.2a2.9 2.9 0 1 1 0 5.8 2.9 2.9 0 0 1 0-5.8zM7.2 8.2l6-6M11 4.4l2 2M9.2 6.2l1.4 1.4",
  doubleLeft: "M8 3.6L3.6 8 8 12.4M12.6 3.6L8.2 8l4.4 4.4",
  left: "M10 3.6L5.6 8l4.4 4.4",
  muted: "M2.6 6.2v3.6h2.2L8 12.6V3.4L4.8 6.2zM10.6 6.4l3.2 3.2M13.8 6.4l-3.2 3.2",
  pause: "M5.6 3.4v9.2M10.4 3.4v9.2",
  pencil: "M10.6 2.8l2.6 2.6-7.6 7.6-3.2.6.6-3.2zM9.2 4.2l2.6 2.6",
  plus: "M8 3v10M3 8h10",
  problem: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 5v3.6M8 10.8v.2",
  quote:
    "M6.6 4.2C4.4 4.8 3.2 6.4 3.2 9v2.6h3.6V8.4H5M12.8 4.2C10.6 4.8 9.4 6.4 9.4 9v2.6H13V8.4h-1.8",
  refused: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM3.8 3.8l8.4 8.4",
  remove: "M4 4l8 8M12 4l-8 8",
  doubleRight: "M8 3.6l4.4 4.4L8 12.4M3.4 3.6L7.8 8l-4.4 4.4",
  right: "M6 3.6L10.4 8 6 12.4",
  search: "M7 2.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8zM10.2 10.2l3.4 3.4",
  eye: "M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4zM8 6.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z",
  settings: "M2.4 4.6h6.4M12 4.6h1.6M10.4 3v3.2M2.4 11.4H4M7.2 11.4h6.4M5.6 9.8V13",
  circle: "M8 4.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8z",
  warning: "M8 2.2l6.2 11.2H1.8zM8 6.4v3.2M8 11.4v.2",
  withdrawn: "M13 8H3.2M6.8 4.4L3.2 8l3.6 3.6",
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * @param {IconName} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
