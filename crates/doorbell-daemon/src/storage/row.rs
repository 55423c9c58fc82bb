//! What a column holds, and what it means. What cannot be read means nothing: it is not worth more
//! than the rest of the file.

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

pub fn written(inputs: &[Option<Input>]) -> String {
    serde_json::to_string(inputs).unwrap_or_default()
}
