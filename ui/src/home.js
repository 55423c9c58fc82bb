// The Home window. Rust pushes open questions and settings; pages request the rest.

import { watchInput } from "./currentInput.js";
import { wrapTabFocus } from "./focusWrap.js";
import { watchFocus } from "./foreignFocus.js";
import { focusMoved, painted, ready } from "./home/backend.js";
import { Home } from "./home/home.js";
import { listenToHomeKeys } from "./home/homeKeys.js";
import { KeyGuard } from "./home/keyGuard.js";

watchInput();
const home = new Home(document.body);
const keyGuard = new KeyGuard((keys) => home.showKeys(keys));
watchFocus(() => {
  focusMoved().catch((error) => home.showError(error));
  keyGuard.wait();
});
window.addEventListener("focus", () => keyGuard.wait());
window.addEventListener("blur", () => keyGuard.left());
listenToHomeKeys(home);
wrapTabFocus();

ready((push) => {
  switch (push.push) {
    case "view":
      if (home.show(push.view)) painted().catch((error) => home.showError(error));
      break;
    case "page":
      home.showPage(push.page);
      break;
  }
}).catch((error) => home.showError(error));
