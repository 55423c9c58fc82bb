// A link question. Only Rust opens the link, and only after a press on the button.

import { copyLink, errorMessage } from "./backend.js";
import { deferHandlers } from "./deferButtons.js";
import { el } from "./dom.js";
import { LinkBar } from "./linkBar.js";
import { LinkGroup } from "./linkGroup.js";
import { LinkTarget } from "./linkTarget.js";

/** @import { BodyContext } from "./body.js" */
/** @import { Button } from "./button.js" */
/** @import { BodyView } from "./generated/BodyView" */
/** @import { InputDevice } from "./generated/InputDevice" */
/** @import { Press } from "./generated/Press" */
/** @import { QuestionView } from "./generated/QuestionView" */

/** @typedef {Extract<BodyView, { body: "link" }>} LinkBodyView */

export class LinkBody {
  #group = new LinkGroup();
  /** The rendered group as JSON, to skip unchanged updates. */
  #renderedGroup = "";
  #isOpening = false;
  #id;
  #context;
  #link;
  #bar;

  /**
   * @param {QuestionView} question
   * @param {LinkBodyView} view
   * @param {BodyContext} context
   */
  constructor({ id, asker, handBack }, { link }, context) {
    this.#id = id;
    this.#context = context;
    this.#link = new LinkTarget(asker.name, link, () => this.#copyLink());
    this.#bar = new LinkBar(link, context.status, {
      ...deferHandlers(
        context.layers,
        handBack,
        (press, by, button) => this.#press(press, by, button),
        asker.name,
      ),
      decline: (by, button) => this.#press({ press: "decline" }, by, button),
      openedIt: (by, button) => this.#press({ press: "openedIt" }, by, button),
      open: (by, button) => this.#press({ press: "open" }, by, button),
      close: (by, button) => context.press({ press: "close" }, by, button),
    });
    this.root = el("div", { class: "link-body" }, this.#link.root, this.#group.root);
    this.bar = this.#bar.root;
    this.close = this.#bar.close;
  }

  /** @param {QuestionView} question */
  update({ asker, body, state }) {
    if (body.body !== "link") return;
    this.#isOpening = body.step === "opening";
    this.#showGroup(body);
    this.#bar.show(body.step, body.trouble);
    if (state.state === "withdrawn") {
      this.#context.layers.closeAll();
      this.#bar.withdrawn(asker.name, state.at, state.reason);
    }
  }

  focusFirst() {
    this.#link.mounted();
    this.#link.focus();
    return true;
  }

  /** Ctrl+Enter never opens a link. */
  send() {}

  async flush() {}

  unmounted() {
    this.#link.unmounted();
  }

  /** @param {LinkBodyView} body */
  #showGroup({ group }) {
    const json = JSON.stringify(group);
    if (json === this.#renderedGroup) return;
    this.#renderedGroup = json;
    this.#group.show(group);
  }

  /**
   * Ignores presses while the browser starts.
   *
   * @param {Press} press
   * @param {InputDevice} by
   * @param {Button} button
   */
  #press(press, by, button) {
    if (!this.#isOpening) this.#context.press(press, by, button);
  }

  async #copyLink() {
    if (this.#isOpening) return;
    try {
      await copyLink(this.#id);
    } catch (error) {
      this.#context.status.show(errorMessage(error), "problem");
    }
  }
}
