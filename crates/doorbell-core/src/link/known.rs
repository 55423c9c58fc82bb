//! What the person has opened before.

/// What is known about the domain of a link and about others. The default is nothing.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// Whether the person has opened a link to [`super::Link::domain`] for this server before.
    pub opened_for_this_server: bool,
    /// Every domain the person has opened a link to, for whatever server, as
    /// [`super::Link::domain`] spelled it.
    pub opened_before: &'a [String],
}
