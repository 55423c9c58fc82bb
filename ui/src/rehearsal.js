// A question that nobody sees. Painted once when the page is ready, it loads the fonts and warms the
// code, so that the first real one is on the screen as soon as the tenth.

import { rehearse } from "./backend.js";
import { Page } from "./page.js";

/** @import { ControlView } from "./generated/ControlView" */
/** @import { FieldView } from "./generated/FieldView" */
/** @import { QuestionView } from "./generated/QuestionView" */
/** @import { StageView } from "./generated/StageView" */
/** @import { WindowView } from "./generated/WindowView" */

/** Every letter: each is drawn once for each font. */
const WORDS = "The quick brown fox jumps over the lazy dog? JACKDAWS LOVE MY BIG SPHINX OF QUARTZ: 0123456789.";

/**
 * @param {ControlView} control
 * @returns {FieldView}
 */
function field(control) {
  return {
    title: WORDS,
    description: WORDS,
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
    acquaintance: { known: "first" },
    verified: {
      program: { name: "program", path: "/program", pid: 1 },
      started: 0,
      parents: [],
      changed: false,
    },
    claimed: {
      client: "client 1",
      server: { name: "server", version: "1", place: "server --stdio" },
      agent: null,
      tool: null,
      session: null,
      project: null,
      folder: "/project",
      arguments: null,
    },
  },
  message: WORDS,
  body: {
    body: "form",
    form: {
      fields: [
        field({ control: "text", multiline: false }),
        field({ control: "yesNo" }),
        field({
          control: "choice",
          look: "radio",
          options: [{ title: WORDS, value: null, description: null }],
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

/** So often is it drawn: what runs often is compiled. What that gains has not been seen in the whole. */
const TIMES = 8;

export class Rehearsal {
  #body;
  #isOver = false;
  /** What takes it away, while it is there. */
  #takeAway = () => {};

  /** @param {HTMLElement} body */
  constructor(body) {
    this.#body = body;
  }

  /** Plays it, once and while nothing else is shown, and takes it away when it is painted. */
  begin() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#play().finally(() => this.end());
  }

  /** Takes it away. Called before anything else is drawn, so that nobody ever sees it. */
  end() {
    this.#isOver = true;
    this.#takeAway();
    this.#takeAway = () => {};
  }

  async #play() {
    let goesOn = true;
    const page = new Page(this.#body, () => {});
    page.root.classList.add("rehearsal");
    // Not `inert`: WebKit would look for the fonts of the first real question again.
    page.root.ariaHidden = "true";
    this.#takeAway = () => {
      goesOn = false;
      page.show(view({ show: "nothing" }));
      page.root.remove();
    };
    for (let time = 1; goesOn && time <= TIMES; time += 1) {
      page.show(view({ show: "question", question: { ...QUESTION, id: String(time) } }));
      await aMoment();
    }
    if (goesOn) await rehearse();
  }
}

/**
 * @param {StageView} stage
 * @returns {WindowView}
 */
function view(stage) {
  return {
    stage,
    waits: [],
    floods: [],
    acceptsPresses: false,
    hasFocus: false,
    testBuild: false,
  };
}

/**
 * Lets a question in that has come meanwhile. Timers are slow in a page that is hidden.
 *
 * @returns {Promise<void>}
 */
function aMoment() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
