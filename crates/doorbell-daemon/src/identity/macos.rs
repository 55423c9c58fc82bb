//! macOS: what `libproc` and `sysctl` tell. Checked by the compiler, not yet run.

use std::ffi::{CStr, c_int, c_void};
use std::fs;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::MetadataExt;
use std::ptr::{from_mut, null_mut};

use doorbell_core::known_program::ProgramFile;
use doorbell_core::agent::Process;
use jiff::Timestamp;
use rustix::process::{Pid, getsid};

use super::MOST_ARGUMENTS;
use super::argument_area::arguments;

/// The device of a process that has no terminal.
const NO_TTY: u32 = u32::MAX;
/// How much of a process's arguments and environment is asked for: the path, which comes first, and
/// the arguments that are kept.
const ARGUMENT_AREA: usize = MOST_PATH + MOST_ARGUMENTS;
/// The longest path that the system tells.
const MOST_PATH: usize = 4096;
/// Room for the name of the time since the machine was started, a UUID.
const BOOT_NAME: usize = 64;

/// The process at the other end of a socket.
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

/// A process and its parent.
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
        arguments: arguments(&argument_area(number)),
    };
    Some((process, info.pbi_ppid))
}

/// The folder it runs in.
pub fn folder(pid: u32) -> Option<String> {
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

/// The file that a process runs, or what has taken its place since.
pub fn program_file(pid: u32) -> Option<ProgramFile> {
    let file = fs::metadata(path(c_int::try_from(pid).ok()?)?).ok()?;
    let seconds = file.mtime().checked_mul(1_000_000_000)?;
    Some(ProgramFile {
        inode: file.ino(),
        size: file.size(),
        modified: seconds.checked_add(file.mtime_nsec())?,
    })
}

/// Names the time since the machine was started; empty where the system does not tell.
pub fn boot() -> String {
    let mut name = [0; BOOT_NAME];
    let mut size = name.len();
    #[expect(unsafe_code, reason = "no safe interface; the size is that of `name`")]
    let failed = unsafe {
        libc::sysctlbyname(
            c"kern.bootsessionuuid".as_ptr(),
            name.as_mut_ptr().cast(),
            &raw mut size,
            null_mut(),
            0,
        )
    };
    let name = CStr::from_bytes_until_nul(&name).unwrap_or_default();
    match failed {
        0 => name.to_string_lossy().into_owned(),
        _ => String::new(),
    }
}

/// Microseconds since 1970 as a time on the wall.
pub fn started_at(ticks: u64) -> Option<Timestamp> {
    Timestamp::from_microsecond(i64::try_from(ticks).ok()?).ok()
}

fn path(pid: c_int) -> Option<String> {
    let mut path = [0u8; MOST_PATH];
    let size = u32::try_from(path.len()).ok()?;
    #[expect(unsafe_code, reason = "no safe interface; the size is that of `path`")]
    let length = unsafe { libc::proc_pidpath(pid, path.as_mut_ptr().cast(), size) };
    let length = usize::try_from(length).ok().filter(|length| *length > 0)?;
    Some(String::from_utf8_lossy(path.get(..length)?).into_owned())
}

/// What the system tells of a process under this heading.
fn info<T: Plain>(pid: c_int, flavor: c_int) -> Option<T> {
    let size = c_int::try_from(size_of::<T>()).ok()?;
    #[expect(
        unsafe_code,
        reason = "no safe interface; `T` is plain numbers, zeroed, and of this size"
    )]
    let (told, info) = unsafe {
        let mut info: T = std::mem::zeroed();
        let place = from_mut(&mut info).cast::<c_void>();
        (libc::proc_pidinfo(pid, flavor, 0, place, size), info)
    };
    (told == size).then_some(info)
}

/// Numbers and arrays of numbers: all zeroes are a value of it.
trait Plain {}
impl Plain for libc::proc_bsdinfo {}
impl Plain for libc::proc_vnodepathinfo {}

/// The arguments and what stands around them; empty for processes of others.
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
