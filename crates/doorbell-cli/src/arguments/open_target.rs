//! The argument of `doorbell open`.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use doorbell_protocol::Page;

#[derive(Clone)]
pub enum OpenTarget {
    Page(Page),
    Question(String),
}

/// Accepts a page's name, which shells complete. Takes any other word for a question.
#[derive(Clone)]
pub struct OpenTargetParser;

impl TypedValueParser for OpenTargetParser {
    type Value = OpenTarget;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<OpenTarget, clap::Error> {
        let word = StringValueParser::new().parse_ref(command, argument, value)?;
        Ok(Page::from_name(&word).map_or(OpenTarget::Question(word), OpenTarget::Page))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let pages = Page::ALL.into_iter().map(|page| page.name());
        Some(Box::new(pages.map(PossibleValue::new)))
    }
}
