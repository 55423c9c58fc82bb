// Which control a field is answered with.

import { checkBoxes } from "./fields/checkBoxes.js";
import { dateField, dateTimeField } from "./fields/date.js";
import { line } from "./fields/line.js";
import { listEditor } from "./fields/listEditor.js";
import { paragraph } from "./fields/paragraph.js";
import { radioButtons, yesNo } from "./fields/radioButtons.js";
import { search } from "./fields/search.js";
import { select } from "./fields/select.js";
import { onOff } from "./fields/switch.js";

/** @import { Pace } from "./edits.js" */
/** @import { FieldView } from "./generated/FieldView" */
/** @import { Input } from "./generated/Input" */
/** @import { Layers } from "./layers.js" */

/**
 * What a control is given.
 *
 * @typedef {object} Wiring
 * @property {string} id the carrier's
 * @property {string} titleId of the element whose text is the accessible name
 * @property {string} title
 * @property {boolean} required
 * @property {Layers} layers
 * @property {(text: string) => void} announce
 * @property {(input: Input, pace: Pace) => void} changed
 * @property {() => void} settled said when `unsettled` may have changed
 */

/**
 * What a field is answered with.
 *
 * @typedef {object} Control
 * @property {HTMLElement} root
 * @property {HTMLElement} carrier what is described and marked as wrong
 * @property {() => HTMLElement} target what takes the focus
 * @property {boolean} isGroup whether the carrier is a group and not one labelled element
 * @property {(on: boolean) => void} [mask] hides what is typed
 * @property {() => string | null} [unsettled] why what is typed stands for nothing yet
 */

const LOOKS = { radio: radioButtons, select, search };

/**
 * @param {FieldView} field
 * @param {Wiring} wiring
 * @returns {Control}
 */
export function controlFor({ control, input }, wiring) {
  switch (control.control) {
    case "text":
      return control.multiline ? paragraph(wiring, input, "prose") : line(wiring, input, "text");
    case "email":
      return line(wiring, input, "email");
    case "uri":
      return line(wiring, input, "url");
    case "number":
      return line(wiring, input, control.whole ? "numeric" : "decimal");
    case "date":
      return dateField(wiring, input);
    case "dateTime":
      return dateTimeField(wiring, input, control.zone);
    case "switch":
      return onOff(wiring, input);
    case "yesNo":
      return yesNo(wiring, input);
    case "choice":
      return LOOKS[control.look](wiring, input, control.options);
    case "choices":
      return checkBoxes(wiring, input, control.options);
    case "list":
      return listEditor(wiring, input);
    case "json":
      return paragraph(wiring, input, "json");
  }
}
