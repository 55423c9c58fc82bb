//! Pipes that hold a whole message.

use std::os::fd::AsFd;

/// How much a pipe holds, at least. The system's own 64 KiB are less than one picture: whoever writes
/// more waits for the reader, who waits for the end of the line, and every turn is a switch between
/// processes.
pub const ROOM: usize = 256 * 1024;

/// Makes a pipe larger. Where it cannot be, or is none, it serves as it is.
#[cfg(target_os = "linux")]
pub fn widen(pipe: impl AsFd) {
    let narrow = rustix::pipe::fcntl_getpipe_size(&pipe).is_ok_and(|size| size < ROOM);
    if narrow {
        // One person's pipes may hold only so much together; then it stays as it is.
        let _ = rustix::pipe::fcntl_setpipe_size(&pipe, ROOM);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn widen(_: impl AsFd) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_has_room_for_a_message_and_what_is_no_pipe_is_left_alone() {
        let (reader, writer) = std::io::pipe().unwrap();
        widen(&writer);
        assert_eq!(rustix::pipe::fcntl_getpipe_size(&reader).unwrap(), ROOM);
        rustix::pipe::fcntl_setpipe_size(&writer, 2 * ROOM).unwrap();
        widen(&reader);
        assert_eq!(rustix::pipe::fcntl_getpipe_size(&writer).unwrap(), 2 * ROOM);
        widen(std::fs::File::open("/dev/null").unwrap());
    }
}
