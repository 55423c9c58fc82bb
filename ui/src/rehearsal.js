// A question that nobody sees. Drawn once when the page is ready, it loads the fonts and warms the code,
// so that the first real one is on the screen as soon as the tenth.

import { el } from "./dom.js";
import { Sheet } from "./sheet.js";

/** @import { ControlView } from "./generated/ControlView" */
/** @import { FieldView } from "./generated/FieldView" */
/** @import { QuestionView } from "./generated/QuestionView" */

/**
 * @param {ControlView} control
 * @returns {FieldView}
 */
function field(control) {
  return {
    title: "Name",
    description: "Words",
    required: true,
    control,
    input: { kind: "empty" },
    hint: "1 to 100",
    note: null,
    secret: null,
  };
}

/** @type {QuestionView} */
const QUESTION = {
  id: "",
  generation: 0,
  asker: {
    agent: "Agent",
    agentSaid: false,
    project: "project",
    name: "server",
    acquaintance: null,
    verified: {
      program: { name: "program", path: "/program", pid: 1 },
      started: 0,
      parents: [],
      changed: false,
    },
    claimed: {
      client: "client 1",
      server: null,
      agent: null,
      tool: null,
      session: null,
      project: null,
      folder: "/project",
      arguments: null,
    },
  },
  message: "Words",
  body: {
    body: "form",
    form: {
      fields: [
        field({ control: "text", multiline: false }),
        field({ control: "yesNo" }),
        field({
          control: "choice",
          look: "radio",
          options: [{ title: "One", value: null, description: null }],
        }),
      ],
      check: {
        fields: [1, 2, 3].map(() => ({ problem: null, sentAs: null, secret: null })),
        problems: 0,
        preview: "{}",
      },
      secret: null,
    },
    draft: null,
  },
  handBack: false,
  preview: false,
  place: { position: 1, of: 1 },
  state: { state: "open", deadline: null },
};

/**
 * Draws it and takes it away again, in one go: whatever happens, it is never on the screen.
 *
 * @param {HTMLElement} body
 */
export function rehearse(body) {
  const sheet = new Sheet(QUESTION, []);
  const frame = el("div", { class: "window" }, sheet.root);
  body.append(frame);
  // Asking for a size is what makes WebKit lay it out.
  frame.getBoundingClientRect();
  sheet.left();
  frame.remove();
}
