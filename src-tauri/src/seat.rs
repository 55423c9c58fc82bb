//! Whether a person can sit at the display that Doorbell shows questions on.

use doorbell_protocol::seat::{self, NotASeat};

/// Allows a display that nobody may be watching.
pub const FLAG: &str = "--virtual";
/// Shown in window titles and in the tray.
const VIRTUAL_NOTE: &str = "virtual display";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// As far as Doorbell can tell.
    Physical,
    /// Used only if Doorbell was started with [`FLAG`].
    Virtual,
}

impl Seat {
    /// # Errors
    /// [`NotASeat`] if the display is virtual and not allowed.
    pub fn detect(is_x11: bool, allow_virtual: bool) -> Result<Self, NotASeat> {
        // A Wayland compositor gives no information about its display.
        let checked = if is_x11 {
            seat::check_display()
        } else {
            Ok(())
        };
        match checked {
            Ok(()) => Ok(Self::Physical),
            Err(_) if allow_virtual => Ok(Self::Virtual),
            Err(no_seat) => Err(no_seat),
        }
    }

    pub fn title(self, title: &str) -> String {
        match self {
            Self::Physical => title.to_owned(),
            Self::Virtual => format!("{title} ({VIRTUAL_NOTE})"),
        }
    }

    pub fn note(self) -> Option<&'static str> {
        (self == Self::Virtual).then_some(VIRTUAL_NOTE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn virtual_display_is_named_in_titles() {
        assert_eq!(Seat::Physical.title("Doorbell Home"), "Doorbell Home");
        let title = Seat::Virtual.title("Doorbell Home");
        assert_eq!(title, "Doorbell Home (virtual display)");
        assert_eq!(Seat::Physical.note(), None);
    }

    #[test]
    fn wayland_display_is_accepted() {
        assert_eq!(Seat::detect(false, false), Ok(Seat::Physical));
    }
}
