//! Which options of `doorbell ask` belong together. clap would list every kind of field.

use crate::arguments::Ask;
use crate::exit::UsageError;

const FIELDS: &str = "fields such as --text";

/// Fails unless exactly one kind of question is asked, with no option of another kind.
pub fn check(ask: &Ask, has_fields: bool) -> Result<(), UsageError> {
    let kinds = [
        ("--schema", ask.schema.is_some()),
        ("--confirm", ask.confirm),
        ("--url", ask.url.is_some()),
        ("--questions", ask.agent.questions.is_some()),
        ("--plan", ask.agent.plan.is_some()),
        ("--notice", ask.agent.notice.is_some()),
        (FIELDS, has_fields),
    ];
    let mut kinds = kinds.into_iter().filter(|(_, is_given)| *is_given);
    let kind = match (kinds.next(), kinds.next()) {
        (Some((kind, _)), None) => kind,
        (Some((kind, _)), Some((other, _))) => {
            return Err(UsageError(format!("{kind} cannot be used with {other}")));
        }
        (None, _) => {
            let message =
                "nothing to ask: add a field (e.g. --text name), --schema FILE, --confirm or --url";
            return Err(UsageError(message.to_owned()));
        }
    };
    let kind = if kind == "--schema" { FIELDS } else { kind };
    let options = [
        ("--label", FIELDS, !ask.label.is_empty()),
        ("--optional", FIELDS, !ask.optional.is_empty()),
        ("--raw", FIELDS, ask.raw),
        ("--yes-label", "--confirm", ask.yes_label.is_some()),
        ("--no-label", "--confirm", ask.no_label.is_some()),
        ("--wait", "--url", ask.wait),
        ("--plan-choice", "--plan", !ask.agent.plan_choice.is_empty()),
    ];
    let mut options = options.into_iter();
    match options.find(|(_, of, is_given)| *is_given && *of != kind) {
        Some((option, of, _)) => Err(UsageError(format!("{option} is for {of}"))),
        None => Ok(()),
    }
}
