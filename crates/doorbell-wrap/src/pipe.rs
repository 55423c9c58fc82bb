//! Enlarges pipes so that they hold a whole message.

use std::os::fd::AsFd;

/// The default of 64 KiB is less than one image: the writer would wait for the reader again and again,
/// with a process switch each time.
pub const MIN_CAPACITY: usize = 256 * 1024;

/// Does nothing if `pipe` is not a pipe or cannot be enlarged.
#[cfg(target_os = "linux")]
pub fn enlarge(pipe: impl AsFd) {
    let is_small = rustix::pipe::fcntl_getpipe_size(&pipe).is_ok_and(|size| size < MIN_CAPACITY);
    if is_small {
        // The kernel limits the total pipe size per user.
        let _ = rustix::pipe::fcntl_setpipe_size(&pipe, MIN_CAPACITY);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn enlarge(_: impl AsFd) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn enlarges_pipes_and_ignores_other_files() {
        let (reader, writer) = std::io::pipe().unwrap();
        enlarge(&writer);
        assert_eq!(
            rustix::pipe::fcntl_getpipe_size(&reader).unwrap(),
            MIN_CAPACITY
        );
        rustix::pipe::fcntl_setpipe_size(&writer, 2 * MIN_CAPACITY).unwrap();
        enlarge(&reader);
        assert_eq!(
            rustix::pipe::fcntl_getpipe_size(&writer).unwrap(),
            2 * MIN_CAPACITY
        );
        enlarge(std::fs::File::open("/dev/null").unwrap());
    }
}
