// Chooses the control for a field.

import { checkBoxes } from "./fields/checkBoxes.js";
import { dateField, dateTimeField } from "./fields/date.js";
import { listEditor } from "./fields/listEditor.js";
import { isCut } from "./fields/option.js";
import { paragraph } from "./fields/paragraph.js";
import { radioButtons, yesNo } from "./fields/radioButtons.js";
import { searchControl } from "./fields/search.js";
import { selectControl } from "./fields/select.js";
import { switchControl } from "./fields/switch.js";
import { textLine } from "./fields/textLine.js";

/** @import { Pace } from "./editQueue.js" */
/** @import { ChoiceLook } from "./generated/ChoiceLook" */
/** @import { FieldView } from "./generated/FieldView" */
/** @import { Input } from "./generated/Input" */
/** @import { OptionView } from "./generated/OptionView" */
/** @import { Layers } from "./layers.js" */

/**
 * @typedef {object} ControlContext
 * @property {string} id of `ariaTarget`
 * @property {string} titleId id of the element that labels the control
 * @property {string} title
 * @property {string | null} hint the rule; only check boxes show it themselves
 * @property {boolean} required
 * @property {boolean} isOnFirstScreen false if the person must scroll to see the field
 * @property {Layers} layers
 * @property {(text: string) => void} announce
 * @property {(input: Input, pace: Pace) => void} changed
 * @property {() => void} localProblemChanged called when `localProblem` may have changed
 */

/**
 * What a text box needs.
 *
 * @typedef {Pick<ControlContext, "id" | "required" | "changed">} TextContext
 */

/**
 * @typedef {object} Control
 * @property {HTMLElement} root
 * @property {HTMLElement} ariaTarget carries aria-describedby and aria-invalid
 * @property {() => HTMLElement} focusTarget
 * @property {boolean} isGroup true if `ariaTarget` is a group, which no `<label>` can name
 * @property {(on: boolean) => void} [mask] hides typed text
 * @property {() => string | null} [localProblem] why typed text is no valid input yet
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
      return CHOICE_CONTROLS[choiceLook(control)](context, input, control.options);
    case "choices":
      return checkBoxes(context, input, control.options);
    case "list":
      return listEditor(context, input);
    case "json":
      return paragraph(context, input, "json");
  }
}

/**
 * A menu cannot show all of a long option.
 *
 * @param {{ look: ChoiceLook, options: OptionView[] }} control
 * @returns {ChoiceLook}
 */
function choiceLook({ look, options }) {
  return look === "select" && options.some(isCut) ? "radio" : look;
}
