// Small line drawings, 16 by 16, in the colour of the text beside them.

const SVG = "http://www.w3.org/2000/svg";

const DRAWINGS = {
  bell: "M8 1.8v1M3.6 11.4c.9-.9 1.2-1.9 1.2-4.1a3.2 3.2 0 0 1 6.4 0c0 2.2.3 3.2 1.2 4.1zM6.6 13.4a1.5 1.5 0 0 0 2.8 0",
  calendar: "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.2V5M10.5 2.2V5",
  check: "M3.2 8.6l3 3 6.6-7",
  checked: "M8 1.6l5.2 2v4c0 3.3-2.2 5.6-5.2 6.8-3-1.2-5.2-3.5-5.2-6.8v-4zM5.6 8l1.8 1.8 3.2-3.6",
  chevron: "M4 6.2l4 4 4-4",
  clock: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 4.8V8l2.2 1.6",
  computer: "M2.2 3h11.6v7.6H2.2zM5.6 13.4h4.8M8 10.6v2.8",
  globe:
    "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM2 8h12M8 2c2 1.6 2.8 3.6 2.8 6S10 12.4 8 14C6 12.4 5.2 10.4 5.2 8S6 3.6 8 2z",
  hidden: "M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4zM3 13L13 3",
  info: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 7.4V11M8 5v.2",
  left2: "M8 3.6L3.6 8 8 12.4M12.6 3.6L8.2 8l4.4 4.4",
  left: "M10 3.6L5.6 8l4.4 4.4",
  plus: "M8 3v10M3 8h10",
  problem: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 5v3.6M8 10.8v.2",
  quote:
    "M6.6 4.2C4.4 4.8 3.2 6.4 3.2 9v2.6h3.6V8.4H5M12.8 4.2C10.6 4.8 9.4 6.4 9.4 9v2.6H13V8.4h-1.8",
  remove: "M4 4l8 8M12 4l-8 8",
  right2: "M8 3.6l4.4 4.4L8 12.4M3.4 3.6L7.8 8l-4.4 4.4",
  right: "M6 3.6L10.4 8 6 12.4",
  seen: "M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4zM8 6.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z",
  waits: "M8 4.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8z",
  warning: "M8 2.2l6.2 11.2H1.8zM8 6.4v3.2M8 11.4v.2",
};

/** @typedef {keyof typeof DRAWINGS} Drawing */

/**
 * @param {Drawing} drawing
 * @returns {SVGSVGElement}
 */
export function icon(drawing) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `icon icon-${drawing}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", DRAWINGS[drawing]);
  svg.append(path);
  return svg;
}
