//! Converts column values. An invalid value becomes a default, so that one bad row does not make the
//! database unusable.

use doorbell_core::form::Input;
use jiff::Timestamp;

use crate::digest::Digest;

pub fn digest(bytes: Vec<u8>) -> Digest {
    Digest(bytes.try_into().unwrap_or_default())
}

pub fn timestamp(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::MIN)
}

pub fn inputs(text: &str) -> Vec<Option<Input>> {
    serde_json::from_str(text).unwrap_or_default()
}

pub fn inputs_to_json(inputs: &[Option<Input>]) -> String {
    serde_json::to_string(inputs).unwrap_or_default()
}
