//! Tray images: the bell, alone, with the number of open questions, or paused.

use doorbell_daemon::attention::TrayState;
use gtk::gdk_pixbuf::Pixbuf;
use ksni::Icon;

/// From this number on, the image shows "many".
const MANY: usize = 10;

macro_rules! image {
    ($name:literal) => {
        [
            include_bytes!(concat!("../../../icons/", $name, ".png")).as_slice(),
            include_bytes!(concat!("../../../icons/", $name, "@2x.png")).as_slice(),
        ]
    };
}

const IDLE: [&[u8]; 2] = image!("tray-idle");
const PAUSED: [&[u8]; 2] = image!("tray-paused");
const WAITING: [[&[u8]; 2]; MANY] = [
    image!("tray-waiting-1"),
    image!("tray-waiting-2"),
    image!("tray-waiting-3"),
    image!("tray-waiting-4"),
    image!("tray-waiting-5"),
    image!("tray-waiting-6"),
    image!("tray-waiting-7"),
    image!("tray-waiting-8"),
    image!("tray-waiting-9"),
    image!("tray-waiting-many"),
];

/// In the sizes that desktops ask for.
pub fn for_state(state: TrayState) -> Vec<Icon> {
    let files = match state {
        TrayState::Idle | TrayState::Waiting(0) => IDLE,
        TrayState::Waiting(count) => WAITING[count.min(MANY) - 1],
        TrayState::Paused(_) => PAUSED,
    };
    files.into_iter().filter_map(decode).collect()
}

/// Decodes a PNG to ARGB pixels, as the protocol requires.
fn decode(png: &'static [u8]) -> Option<Icon> {
    let image = Pixbuf::from_read(png).ok()?;
    let image = image.add_alpha(false, 0, 0, 0).ok()?;
    let (width, height) = (image.width(), image.height());
    let stride = usize::try_from(image.rowstride()).ok()?;
    let row = usize::try_from(width).ok()? * 4;
    let bytes = image.read_pixel_bytes();
    let data = bytes
        .chunks(stride)
        .filter_map(|line| line.get(..row))
        .flat_map(|line| line.chunks_exact(4))
        .flat_map(|pixel| [pixel[3], pixel[0], pixel[1], pixel[2]])
        .collect();
    Some(Icon {
        width,
        height,
        data,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_image_in_both_sizes() {
        let states = (0..=MANY + 1).map(TrayState::Waiting);
        for state in states.chain([TrayState::Idle, TrayState::Paused(3)]) {
            let sizes: Vec<_> = for_state(state).iter().map(|icon| icon.width).collect();
            assert_eq!(sizes, [24, 48], "{state:?}");
            for icon in for_state(state) {
                let pixels = usize::try_from(icon.width * icon.height).unwrap();
                assert_eq!(icon.data.len(), pixels * 4);
            }
        }
    }
}
