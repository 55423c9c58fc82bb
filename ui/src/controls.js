// Which control a field is answered with.

import { checkBoxes } from "./fields/checkBoxes.js";
import { dateField, dateTimeField } from "./fields/date.js";
import { listEditor } from "./fields/listEditor.js";
import { paragraph } from "./fields/paragraph.js";
import { radioButtons, yesNo } from "./fields/radioButtons.js";
import { searchControl } from "./fields/search.js";
import { selectControl } from "./fields/select.js";
import { switchControl } from "./fields/switch.js";
import { textLine } from "./fields/textLine.js";

/** @import { Pace } from "./editQueue.js" */
/** @import { FieldView } from "./generated/FieldView" */
/** @import { Input } from "./generated/Input" */
/** @import { Layers } from "./layers.js" */

/**
 * What a control is given.
 *
 * @typedef {object} ControlContext
 * @property {string} id the carrier's
 * @property {string} titleId of the element whose text is the accessible name
 * @property {string} title
 * @property {boolean} required
 * @property {Layers} layers
 * @property {(text: string) => void} announce
 * @property {(input: Input, pace: Pace) => void} changed
 * @property {() => void} localProblemChanged said when `unsettled` may have changed
 */

/**
 * What a field is answered with.
 *
 * @typedef {object} Control
 * @property {HTMLElement} root
 * @property {HTMLElement} ariaTarget what is described and marked as wrong
 * @property {() => HTMLElement} focusTarget what takes the focus
 * @property {boolean} isGroup whether the carrier is a group and not one labelled element
 * @property {(on: boolean) => void} [mask] hides what is typed
 * @property {() => string | null} [localProblem] why what is typed stands for nothing yet
 */

const CHOICE_CONTROLS = { radio: radioButtons, select: selectControl, search: searchControl };

/**
 * @param {FieldView} field
 * @param {ControlContext} context
 * @returns {Control}
 */
export function createControl({ control, input }, context) {
  switch (control.control) {
    case "text":
      return control.multiline
        ? paragraph(context, input, "prose")
        : textLine(context, input, "text");
    case "email":
      return textLine(context, input, "email");
    case "uri":
      return textLine(context, input, "url");
    case "number":
      return textLine(context, input, control.whole ? "numeric" : "decimal");
    case "date":
      return dateField(context, input);
    case "dateTime":
      return dateTimeField(context, input, control.zone);
    case "switch":
      return switchControl(context, input);
    case "yesNo":
      return yesNo(context, input);
    case "choice":
      return CHOICE_CONTROLS[control.look](context, input, control.options);
    case "choices":
      return checkBoxes(context, input, control.options);
    case "list":
      return listEditor(context, input);
    case "json":
      return paragraph(context, input, "json");
  }
}
