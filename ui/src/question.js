// The question window. Rust pushes views; the page sends back what the person does.

import { focusMoved, painted, ready } from "./backend.js";
import { watchInput } from "./currentInput.js";
import { watchEarlierKeys } from "./earlierKeys.js";
import { wrapTabFocus } from "./focusWrap.js";
import { watchFocus } from "./foreignFocus.js";
import { listenToKeys } from "./keyboard.js";
import { Page } from "./page.js";
import { warmUp } from "./warmUp.js";

watchInput();
watchEarlierKeys();
watchFocus(focusMoved);
const page = new Page(document.body, painted);
let isFirst = true;
listenToKeys(page);
wrapTabFocus();
addEventListener("focus", () => page.setFocused(true));
addEventListener("blur", () => page.setFocused(false));
ready((view) => {
  if (isFirst && view.screen.show === "nothing") warmUp(document.body);
  isFirst = false;
  page.show(view);
});
