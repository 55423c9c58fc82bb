// The question window. Rust pushes what to show; the page shows it and says back what the person did.

import { ready } from "./backend.js";
import { listenToKeys } from "./keyboard.js";
import { Page } from "./page.js";
import { rehearse } from "./rehearsal.js";
import { letTabGoRound } from "./tabRound.js";

const page = new Page(document.body);
listenToKeys(page);
letTabGoRound();

let isRehearsed = false;
ready((view) => {
  page.show(view);
  if (isRehearsed || view.stage.show !== "nothing") return;
  isRehearsed = true;
  rehearse(document.body);
});
