// The question window. Rust pushes what to show; the page shows it and says back what the person did.

import { painted, ready } from "./backend.js";
import { listenToKeys } from "./keyboard.js";
import { Page } from "./page.js";
import { Rehearsal } from "./rehearsal.js";
import { letTabGoRound } from "./tabRound.js";

const page = new Page(document.body, painted);
const rehearsal = new Rehearsal(document.body);
listenToKeys(page);
letTabGoRound();
addEventListener("focus", () => page.focusChanged(true));
addEventListener("blur", () => page.focusChanged(false));
ready((view) => {
  const isIdle = view.stage.show === "nothing";
  if (!isIdle) rehearsal.end();
  page.show(view);
  if (isIdle) rehearsal.begin();
});
