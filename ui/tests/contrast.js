// The colours of style/tokens.css that meet on the screen, and their contrast. Run directly, it prints
// the table as Markdown, or writes it between the markers of the named file:
// node tests/contrast.js ../docs/design.md

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TOKENS = new URL("../style/tokens.css", import.meta.url);
const MARKERS = ["<!-- contrast: begin -->", "<!-- contrast: end -->"];

const DARK = "(prefers-color-scheme: dark)";
const CONTRAST = "(prefers-contrast: more)";

/** Each theme with the media queries that apply, in the order of the file. */
export const THEMES = [
  { name: "light", queries: [], text: 4.5, control: 3 },
  { name: "dark", queries: [DARK], text: 4.5, control: 3 },
  { name: "high contrast, light", queries: [CONTRAST], text: 7, control: 4.5 },
  {
    name: "high contrast, dark",
    queries: [DARK, CONTRAST, `${CONTRAST} and ${DARK}`],
    text: 7,
    control: 4.5,
  },
];

/** Text, with the backgrounds that it is on. */
const TEXT = {
  text: ["background", "raised", "hover", "accent-soft", "external", "warning", "severe"],
  "text-soft": ["background", "raised", "hover", "external"],
  accent: ["background", "raised", "accent-soft", "hover"],
  "on-accent": ["accent", "accent-hover"],
  "external-text": ["background", "raised", "external"],
  problem: ["background", "raised"],
  "warning-text": ["warning"],
  "severe-text": ["severe"],
  done: ["background", "raised"],
  "added-text": ["added"],
  "removed-text": ["removed"],
  "on-danger": ["danger", "danger-hover"],
};

/** Edges of controls and marks that carry a meaning, with the backgrounds that they are on. */
const CONTROLS = {
  "control-border": ["background", "raised", "external"],
  accent: ["background", "raised", "external", "hover"],
  danger: ["background", "raised"],
  "external-border": ["background", "raised", "external"],
  "severe-border": ["background", "raised"],
};

/** Tokens that separate or shade, and carry no meaning of their own. */
const DECORATION = ["border", "warning-border", "backdrop", "shadow"];

/** @returns {{ query: string, tokens: Map<string, string> }[]} the token blocks of a style sheet */
export function tokenBlocks(css) {
  const blocks = css.matchAll(/(?:@media ([^{]+) )?\{?\s*:root \{([^}]*)\}/g);
  return [...blocks].map(([, query = "", body]) => ({
    query,
    tokens: new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, ...pair]) => pair)),
  }));
}

/** @returns {Map<string, string>} the tokens in effect when these media queries match */
export function tokensFor(queries, css = readFileSync(TOKENS, "utf8")) {
  const blocks = tokenBlocks(css).filter(({ query }) => query === "" || queries.includes(query));
  return new Map(blocks.flatMap(({ tokens }) => [...tokens]));
}

/** @returns {number} the contrast of two colours such as #8a5600, from 1 to 21 */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour) {
  const [, ...channels] = /^#(..)(..)(..)$/.exec(colour) ?? [];
  if (channels.length === 0) throw new Error(`${colour} is not written as #rrggbb`);
  const [red, green, blue] = channels.map((channel) => {
    const share = Number.parseInt(channel, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @returns {{ use: string, front: string, back: string, ratios: number[], minimums: number[] }[]} */
export function pairs(css) {
  const themes = THEMES.map((theme) => ({ ...theme, tokens: tokensFor(theme.queries, css) }));
  const rows = (use, table) =>
    Object.entries(table).flatMap(([front, backs]) =>
      backs.map((back) => ({
        use,
        front,
        back,
        ratios: themes.map(({ tokens }) => contrast(tokens.get(front), tokens.get(back))),
        minimums: themes.map((theme) => theme[use]),
      })),
    );
  return [...rows("text", TEXT), ...rows("control", CONTROLS)];
}

/** @returns {string[]} colours of the style sheet that no pair names */
export function unlistedColours(css) {
  const tables = [TEXT, CONTROLS].flatMap((table) => Object.entries(table).flat(2));
  const listed = new Set([...tables, ...DECORATION]);
  const isColour = (value) => /#|rgb|hsl/.test(value);
  return [...tokensFor([], css)]
    .filter(([name, value]) => isColour(value) && !listed.has(name))
    .map(([name]) => name);
}

/** @returns {string} */
export function markdownTable() {
  const head = ["use", "colour", "on", ...THEMES.map(({ name }) => name)];
  const rows = pairs().map(({ use, front, back, ratios }) => [
    use,
    `\`--${front}\``,
    `\`--${back}\``,
    // Rounded down, so that no ratio looks better than it is.
    ...ratios.map((ratio) => (Math.floor(ratio * 10) / 10).toFixed(1)),
  ]);
  const rule = head.map((_, column) => (column < 3 ? "---" : "---:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @returns {string} the text with the current table between the markers, or unchanged without them */
export function withTable(text) {
  const [begin, end] = MARKERS.map((marker) => text.indexOf(marker));
  if (begin < 0 || end < begin) return text;
  return `${text.slice(0, begin + MARKERS[0].length)}\n\n${markdownTable()}\n\n${text.slice(end)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = process.argv;
  if (file === undefined) process.stdout.write(`${markdownTable()}\n`);
  else writeFileSync(file, withTable(readFileSync(file, "utf8")));
}
