// The question window. Rust pushes what to show; the page shows it and says back what the person did.

import { painted, ready } from "./backend.js";
import { listenToKeys } from "./keyboard.js";
import { Page } from "./page.js";
import { letTabGoRound } from "./tabRound.js";
import { warmUp } from "./warmUp.js";

const page = new Page(document.body, painted);
let isFirst = true;
listenToKeys(page);
letTabGoRound();
addEventListener("focus", () => page.focusChanged(true));
addEventListener("blur", () => page.focusChanged(false));
ready((view) => {
  if (isFirst && view.stage.show === "nothing") warmUp(document.body);
  isFirst = false;
  page.show(view);
});
