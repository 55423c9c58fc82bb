//! The offer to accept input of assistive technology.

use serde::Deserialize;

use super::InputDevice;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AssistiveOfferPressRequest {
    pub answer: AssistiveOfferAnswer,
    pub by: InputDevice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum AssistiveOfferAnswer {
    /// Accepts input of programs in the question window until Doorbell ends.
    UntilQuit,
    /// Switches *Assistive and remote input* on.
    Always,
    /// Hides the offer until Doorbell ends.
    No,
}
