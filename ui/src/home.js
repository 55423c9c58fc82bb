// The Home window. Rust pushes open questions and settings; pages request the rest.

import { watchInput } from "./currentInput.js";
import { wrapTabFocus } from "./focusWrap.js";
import { watchFocus } from "./foreignFocus.js";
import { focusMoved, painted, ready } from "./home/backend.js";
import { Home } from "./home/home.js";
import { listenToHomeKeys } from "./home/homeKeys.js";

watchInput();
watchFocus(focusMoved);
const home = new Home(document.body);
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
