//! The links that the person has opened before.

#[derive(Clone, Copy, Default)]
pub struct LinkHistory<'a> {
    /// True if the person opened a link to [`super::Link::domain`] for this server before.
    pub opened_for_this_server: bool,
    /// The [`super::Link::domain`] of every link opened before, for any server.
    pub opened_domains: &'a [String],
}
