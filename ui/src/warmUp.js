// Renders a sample question in the hidden window, so that fonts, styles and code are loaded before
// the first real one.

import { Page } from "./page.js";

/** @import { WindowView } from "./generated/WindowView" */

const TEXT = "Shall I deploy 1.0 to production?";

/** @type {WindowView} */
const NOTHING = {
  screen: { show: "nothing" },
  openedLinks: [],
  floods: [],
  assistiveOffer: false,
  acceptsPresses: false,
  hasFocus: false,
  testBuild: false,
};

/** @type {WindowView} */
const QUESTION = {
  ...NOTHING,
  screen: {
    show: "question",
    question: {
      id: "",
      generation: 0,
      asker: {
        agent: "Agent",
        agentSource: { source: "installed" },
        project: "project",
        name: "server",
        via: ["server"],
        familiarity: { known: "first" },
        verified: {
          program: { name: "program", path: "/program", pid: 1 },
          check: "verified",
          started: 0,
          parents: [],
          changed: false,
        },
        claimed: {
          client: "client",
          server: { name: "server", version: null, place: null },
          agent: null,
          tool: null,
          session: null,
          project: null,
          folder: null,
          arguments: null,
        },
      },
      message: TEXT,
      messageBlocks: null,
      body: {
        body: "form",
        form: {
          kind: { kind: "fields" },
          fields: [
            {
              title: TEXT,
              description: TEXT,
              required: true,
              control: { control: "text", multiline: false },
              input: { kind: "empty" },
              hint: null,
              note: null,
              secret: null,
            },
          ],
          check: { fields: [], problems: 0, preview: "{}" },
        },
        draft: null,
      },
      handBack: false,
      preview: false,
      waiting: 0,
      state: { state: "open", deadline: null },
    },
  },
};

/** @param {HTMLElement} body */
export function warmUp(body) {
  const page = new Page(body, () => {});
  page.show(QUESTION);
  // Reading a size forces layout.
  page.root.getBoundingClientRect();
  page.show(NOTHING);
  page.root.remove();
}
