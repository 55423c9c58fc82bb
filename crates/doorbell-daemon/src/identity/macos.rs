//! macOS: reads `libproc` and `sysctl`. Compiled, but not yet run.

use std::ffi::{CStr, c_int, c_void};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::MetadataExt;
use std::ptr::{from_mut, null_mut};
use std::{fs, io};

use doorbell_core::agent::Process;
use doorbell_core::known_program::ProgramFile;
use jiff::Timestamp;
use rustix::process::{Pid, getsid};

use super::MAX_ARGUMENT_BYTES;
use super::argument_area::arguments;

/// The terminal device of a process without a terminal.
const NO_TTY: u32 = u32::MAX;
/// Enough for the path, which comes first, and the arguments.
const ARGUMENT_AREA: usize = MAX_PATH + MAX_ARGUMENT_BYTES;
const MAX_PATH: usize = 4096;
/// Enough for a UUID.
const BOOT_ID_SIZE: usize = 64;

/// Returns the process at the other end of a socket.
pub fn peer(socket: &impl AsFd) -> Option<u32> {
    let mut pid: libc::pid_t = 0;
    let mut size = libc::socklen_t::try_from(size_of_val(&pid)).ok()?;
    #[expect(unsafe_code, reason = "no safe interface; the size is that of `pid`")]
    let failed = unsafe {
        libc::getsockopt(
            socket.as_fd().as_raw_fd(),
            libc::SOL_LOCAL,
            libc::LOCAL_PEERPID,
            from_mut(&mut pid).cast(),
            &raw mut size,
        )
    };
    u32::try_from(pid).ok().filter(|_| failed == 0)
}

/// Reads a process and its parent's pid.
pub fn read_process(pid: u32) -> Option<(Process, u32)> {
    let number = c_int::try_from(pid).ok()?;
    let info: libc::proc_bsdinfo = info(number, libc::PROC_PIDTBSDINFO)?;
    let leader = Pid::from_raw(number).and_then(|pid| getsid(Some(pid)).ok());
    let leader = leader.map_or(0, |leader| leader.as_raw_nonzero().get());
    let process = Process {
        pid,
        started: info.pbi_start_tvsec * 1_000_000 + info.pbi_start_tvusec,
        tty: Some(info.e_tdev)
            .filter(|tty| *tty != NO_TTY)
            .map(u32::cast_signed),
        leader: u32::try_from(leader).unwrap_or(0),
        path: path(number),
        package: None,
        arguments: arguments(&argument_area(number)),
    };
    Some((process, info.pbi_ppid))
}

pub fn working_directory(pid: u32) -> Option<String> {
    let number = c_int::try_from(pid).ok()?;
    let info: libc::proc_vnodepathinfo = info(number, libc::PROC_PIDVNODEPATHINFO)?;
    let path = info.pvi_cdir.vip_path.as_flattened().iter();
    let path: Vec<u8> = path
        .map(|letter| letter.cast_unsigned())
        .take_while(|letter| *letter != 0)
        .collect();
    let path = String::from_utf8_lossy(&path).into_owned();
    Some(path).filter(|path| !path.is_empty())
}

/// Describes the file that a process runs, or the file that replaced it.
pub fn program_file(pid: u32) -> Option<ProgramFile> {
    let file = fs::metadata(path(c_int::try_from(pid).ok()?)?).ok()?;
    let seconds = file.mtime().checked_mul(1_000_000_000)?;
    Some(ProgramFile {
        inode: file.ino(),
        size: file.size(),
        modified: seconds.checked_add(file.mtime_nsec())?,
    })
}

/// The system does not report who sends a message, so no program is verified.
pub fn is_path_verified(_: u32, _: &str) -> bool {
    false
}

/// Not available.
pub fn attach_senders(_: &impl AsFd) -> io::Result<()> {
    Ok(())
}

/// Receives bytes. Their sender is unknown.
pub fn receive(socket: &impl AsFd, _: u32, buffer: &mut [u8]) -> io::Result<(usize, bool)> {
    let (length, _) = rustix::net::recv(socket, buffer, rustix::net::RecvFlags::empty())?;
    Ok((length, true))
}

/// Identifies the current boot; empty if the system does not.
pub fn boot_id() -> String {
    let mut id = [0; BOOT_ID_SIZE];
    let mut size = id.len();
    #[expect(unsafe_code, reason = "no safe interface; the size is that of `id`")]
    let failed = unsafe {
        libc::sysctlbyname(
            c"kern.bootsessionuuid".as_ptr(),
            id.as_mut_ptr().cast(),
            &raw mut size,
            null_mut(),
            0,
        )
    };
    let id = CStr::from_bytes_until_nul(&id).unwrap_or_default();
    match failed {
        0 => id.to_string_lossy().into_owned(),
        _ => String::new(),
    }
}

/// Converts microseconds since 1970.
pub fn started_at(ticks: u64) -> Option<Timestamp> {
    Timestamp::from_microsecond(i64::try_from(ticks).ok()?).ok()
}

fn path(pid: c_int) -> Option<String> {
    let mut path = [0u8; MAX_PATH];
    let size = u32::try_from(path.len()).ok()?;
    #[expect(unsafe_code, reason = "no safe interface; the size is that of `path`")]
    let length = unsafe { libc::proc_pidpath(pid, path.as_mut_ptr().cast(), size) };
    let length = usize::try_from(length).ok().filter(|length| *length > 0)?;
    Some(String::from_utf8_lossy(path.get(..length)?).into_owned())
}

/// Reads one kind of information about a process.
fn info<T: Plain>(pid: c_int, flavor: c_int) -> Option<T> {
    let size = c_int::try_from(size_of::<T>()).ok()?;
    #[expect(
        unsafe_code,
        reason = "no safe interface; `T` is plain numbers, zeroed, and of this size"
    )]
    let (read, info) = unsafe {
        let mut info: T = std::mem::zeroed();
        let buffer = from_mut(&mut info).cast::<c_void>();
        (libc::proc_pidinfo(pid, flavor, 0, buffer, size), info)
    };
    (read == size).then_some(info)
}

/// Types of numbers and arrays of numbers, for which all zeroes is a valid value.
trait Plain {}
impl Plain for libc::proc_bsdinfo {}
impl Plain for libc::proc_vnodepathinfo {}

/// Reads the memory around the arguments; empty for processes of other users.
fn argument_area(pid: c_int) -> Vec<u8> {
    let mut names = [libc::CTL_KERN, libc::KERN_PROCARGS2, pid];
    let mut area = vec![0; ARGUMENT_AREA];
    let mut size = area.len();
    #[expect(unsafe_code, reason = "no safe interface; the size is that of `area`")]
    let failed = unsafe {
        libc::sysctl(
            names.as_mut_ptr(),
            3,
            area.as_mut_ptr().cast(),
            &raw mut size,
            null_mut(),
            0,
        )
    };
    area.truncate(if failed == 0 { size } else { 0 });
    area
}
