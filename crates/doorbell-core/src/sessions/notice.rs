//! Whether news of a session is shown as a notice.

use crate::settings::SessionNotices;
use crate::view::QuietReasonView;

/// `is_terminal_in_front` is `None` if the desktop does not tell, as under Wayland.
pub fn is_notice_wanted(
    setting: SessionNotices,
    is_terminal_in_front: Option<bool>,
    quiet: Option<QuietReasonView>,
) -> bool {
    match setting {
        SessionNotices::Off => false,
        SessionNotices::Always => true,
        // Nobody sees a terminal behind a lock screen.
        SessionNotices::Away => {
            quiet == Some(QuietReasonView::Locked) || is_terminal_in_front != Some(true)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_decides_with_what_the_desktop_tells() {
        use SessionNotices::{Always, Away, Off};
        let locked = Some(QuietReasonView::Locked);
        let shared = Some(QuietReasonView::Shared);
        for (setting, is_in_front, quiet, expected) in [
            (Off, Some(false), None, false),
            (Off, None, locked, false),
            (Away, Some(true), None, false),
            (Away, Some(true), shared, false),
            (Away, Some(true), locked, true),
            (Away, Some(false), None, true),
            (Away, None, None, true),
            (Always, Some(true), None, true),
            (Always, None, None, true),
        ] {
            assert_eq!(
                is_notice_wanted(setting, is_in_front, quiet),
                expected,
                "{setting:?} {is_in_front:?} {quiet:?}"
            );
        }
    }
}
