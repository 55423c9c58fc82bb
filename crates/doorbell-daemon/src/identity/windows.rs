//! Windows: queries processes. Compiled, but not yet run. The rest of Doorbell does not build for
//! Windows yet: it lacks the named pipe and private files, and core splits paths only at `/`.
//!
//! `interprocess` gets a pipe's client pid from `GetNamedPipeClientProcessId`. A process's arguments
//! and working directory are in its own memory and are not read.

use std::fs;
use std::os::windows::fs::MetadataExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};

use doorbell_core::agent::Process;
use doorbell_core::known_program::ProgramFile;
use jiff::Timestamp;
use windows_sys::Win32::Foundation::{FILETIME, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, PROCESSENTRY32W, Process32FirstW, Process32NextW, TH32CS_SNAPPROCESS,
};
use windows_sys::Win32::System::Threading::{
    GetProcessTimes, OpenProcess, PROCESS_NAME_WIN32, PROCESS_QUERY_LIMITED_INFORMATION,
    QueryFullProcessImageNameW,
};

/// In 16-bit units.
const MAX_PATH: usize = 32_768;
/// Nanoseconds in one tick of a `FILETIME`.
const TICK_NANOSECONDS: i64 = 100;
/// Ticks from 1601, where `FILETIME` starts, to 1970.
const TICKS_BEFORE_1970: i64 = 116_444_736_000_000_000;

/// Reads a process and its parent's pid. A parent that started after its child reuses the pid of
/// the real one, so it is ignored.
pub fn read_process(pid: u32) -> Option<(Process, u32)> {
    let started = started(pid)?;
    let parent = parent(pid).filter(|parent| {
        let parent_started = self::started(*parent);
        parent_started.is_some_and(|parent_started| parent_started <= started)
    });
    let process = Process {
        pid,
        started,
        path: path(pid),
        ..Process::default()
    };
    Some((process, parent.unwrap_or(0)))
}

/// Not available.
pub fn working_directory(_: u32) -> Option<String> {
    None
}

/// Describes the file that a process runs, which cannot be replaced meanwhile. The file index is
/// not available.
pub fn program_file(pid: u32) -> Option<ProgramFile> {
    let file = fs::metadata(path(pid)?).ok()?;
    let modified = i64::try_from(file.last_write_time()).ok()?;
    Some(ProgramFile {
        inode: 0,
        size: file.file_size(),
        modified: (modified - TICKS_BEFORE_1970).checked_mul(TICK_NANOSECONDS)?,
    })
}

/// The system does not report who sends a message, so no program is verified.
pub fn is_path_verified(_: u32, _: &str) -> bool {
    false
}

/// Not available.
pub fn boot_id() -> String {
    String::new()
}

/// Converts ticks since 1601.
pub fn started_at(ticks: u64) -> Option<Timestamp> {
    let since_1970 = i64::try_from(ticks).ok()?.checked_sub(TICKS_BEFORE_1970)?;
    Timestamp::from_nanosecond(i128::from(since_1970) * i128::from(TICK_NANOSECONDS)).ok()
}

fn open(pid: u32) -> Option<OwnedHandle> {
    #[expect(
        unsafe_code,
        reason = "no safe interface; a handle that is not null is ours"
    )]
    unsafe {
        let handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, pid);
        (!handle.is_null()).then(|| OwnedHandle::from_raw_handle(handle))
    }
}

fn path(pid: u32) -> Option<String> {
    let process = open(pid)?;
    let mut path = vec![0; MAX_PATH];
    let mut length = u32::try_from(path.len()).ok()?;
    #[expect(
        unsafe_code,
        reason = "no safe interface; the length is that of `path`"
    )]
    let ok = unsafe {
        QueryFullProcessImageNameW(
            process.as_raw_handle(),
            PROCESS_NAME_WIN32,
            path.as_mut_ptr(),
            &raw mut length,
        )
    };
    let path = path.get(..usize::try_from(length).ok()?)?;
    (ok != 0).then(|| String::from_utf16_lossy(path))
}

/// Returns when a process started, in ticks since 1601.
fn started(pid: u32) -> Option<u64> {
    let process = open(pid)?;
    let mut times = [FILETIME::default(); 4];
    let [created, exited, kernel, user] = &mut times;
    #[expect(unsafe_code, reason = "no safe interface; each place is a time")]
    let ok = unsafe { GetProcessTimes(process.as_raw_handle(), created, exited, kernel, user) };
    let created = u64::from(created.dwHighDateTime) << 32 | u64::from(created.dwLowDateTime);
    (ok != 0).then_some(created)
}

fn parent(pid: u32) -> Option<u32> {
    let mut entry = PROCESSENTRY32W {
        dwSize: u32::try_from(size_of::<PROCESSENTRY32W>()).ok()?,
        ..PROCESSENTRY32W::default()
    };
    #[expect(
        unsafe_code,
        reason = "no safe interface; a valid handle is ours, and the entry has its size"
    )]
    unsafe {
        let snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
        if snapshot == INVALID_HANDLE_VALUE {
            return None;
        }
        let snapshot = OwnedHandle::from_raw_handle(snapshot);
        let mut more = Process32FirstW(snapshot.as_raw_handle(), &raw mut entry);
        while more != 0 {
            if entry.th32ProcessID == pid {
                return Some(entry.th32ParentProcessID);
            }
            more = Process32NextW(snapshot.as_raw_handle(), &raw mut entry);
        }
    }
    None
}
