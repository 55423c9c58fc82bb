//! Whether a person sits before the display that Doorbell shows questions on.

use doorbell_protocol::seat::{self, NoSeat};

/// The word that lets Doorbell use a display that may be nobody's.
pub const FLAG: &str = "--virtual";
/// What the windows and the tray say there.
const MARK: &str = "virtual display";

/// What is known of the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person can sit before it, as far as can be told.
    Persons,
    /// Nobody need sit before it, and whoever started Doorbell knows.
    Virtual,
}

impl Seat {
    /// Looks at the display that was reached.
    ///
    /// # Errors
    /// [`NoSeat`] if it may be nobody's, and nobody said that it may be used.
    pub fn of(is_x11: bool, is_allowed: bool) -> Result<Self, NoSeat> {
        // Of a Wayland compositor nothing can be told.
        let looked = if is_x11 { seat::look() } else { Ok(()) };
        match looked {
            Ok(()) => Ok(Self::Persons),
            Err(_) if is_allowed => Ok(Self::Virtual),
            Err(no_seat) => Err(no_seat),
        }
    }

    /// A window's title here.
    pub fn title(self, title: &str) -> String {
        match self {
            Self::Persons => title.to_owned(),
            Self::Virtual => format!("{title} ({MARK})"),
        }
    }

    /// What there is to say of it, if anything.
    pub fn remark(self) -> Option<&'static str> {
        (self == Self::Virtual).then_some(MARK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_virtual_display_is_named_in_every_title() {
        assert_eq!(Seat::Persons.title("Doorbell Home"), "Doorbell Home");
        let title = Seat::Virtual.title("Doorbell Home");
        assert_eq!(title, "Doorbell Home (virtual display)");
        assert_eq!(Seat::Persons.remark(), None);
    }

    #[test]
    fn of_wayland_nothing_can_be_told() {
        assert_eq!(Seat::of(false, false), Ok(Seat::Persons));
    }
}
