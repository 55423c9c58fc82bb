//! Windows: what can be asked of a process. Checked by the compiler, not yet run, and the rest of
//! Doorbell does not build for Windows yet: its named pipe, its private files, and paths in core that
//! are split at `/` only.
//!
//! The number of the process behind a pipe comes from `GetNamedPipeClientProcessId`, which
//! `interprocess` asks. A process's arguments and folder are in its own memory and are not read.

use std::fs;
use std::os::windows::fs::MetadataExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};

use doorbell_core::known_program::ProgramFile;
use doorbell_core::agent::Process;
use jiff::Timestamp;
use windows_sys::Win32::Foundation::{FILETIME, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, PROCESSENTRY32W, Process32FirstW, Process32NextW, TH32CS_SNAPPROCESS,
};
use windows_sys::Win32::System::Threading::{
    GetProcessTimes, OpenProcess, PROCESS_NAME_WIN32, PROCESS_QUERY_LIMITED_INFORMATION,
    QueryFullProcessImageNameW,
};

/// The longest path that the system tells, in its letters of 16 bits.
const MOST_PATH: usize = 32_768;
/// A time is told in so many nanoseconds.
const TICK: i64 = 100;
/// So many of them lie between 1601, where Windows begins to count, and 1970.
const BEFORE_1970: i64 = 116_444_736_000_000_000;

/// A process and its parent. A parent that started after its child is another process with the same
/// number: there is none then.
pub fn read_process(pid: u32) -> Option<(Process, u32)> {
    let started = started(pid)?;
    let parent = parent(pid).filter(|parent| {
        let begun = self::started(*parent);
        begun.is_some_and(|begun| begun <= started)
    });
    let process = Process {
        pid,
        started,
        path: path(pid),
        ..Process::default()
    };
    Some((process, parent.unwrap_or(0)))
}

/// The folder it runs in, which nobody tells.
pub fn folder(_: u32) -> Option<String> {
    None
}

/// The file that a process runs, which cannot be replaced while it does. Its number is not told.
pub fn program_file(pid: u32) -> Option<ProgramFile> {
    let file = fs::metadata(path(pid)?).ok()?;
    let modified = i64::try_from(file.last_write_time()).ok()?;
    Some(ProgramFile {
        inode: 0,
        size: file.file_size(),
        modified: (modified - BEFORE_1970).checked_mul(TICK)?,
    })
}

/// Names the time since the machine was started, which nobody tells.
pub fn boot() -> String {
    String::new()
}

/// Ticks since 1601 as a time on the wall.
pub fn started_at(ticks: u64) -> Option<Timestamp> {
    let since_1970 = i64::try_from(ticks).ok()?.checked_sub(BEFORE_1970)?;
    Timestamp::from_nanosecond(i128::from(since_1970) * i128::from(TICK)).ok()
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
    let mut path = vec![0; MOST_PATH];
    let mut length = u32::try_from(path.len()).ok()?;
    #[expect(
        unsafe_code,
        reason = "no safe interface; the length is that of `path`"
    )]
    let told = unsafe {
        QueryFullProcessImageNameW(
            process.as_raw_handle(),
            PROCESS_NAME_WIN32,
            path.as_mut_ptr(),
            &raw mut length,
        )
    };
    let path = path.get(..usize::try_from(length).ok()?)?;
    (told != 0).then(|| String::from_utf16_lossy(path))
}

/// When a process was started, in ticks since 1601.
fn started(pid: u32) -> Option<u64> {
    let process = open(pid)?;
    let mut times = [FILETIME::default(); 4];
    let [created, exited, kernel, user] = &mut times;
    #[expect(unsafe_code, reason = "no safe interface; each place is a time")]
    let told = unsafe { GetProcessTimes(process.as_raw_handle(), created, exited, kernel, user) };
    let created = u64::from(created.dwHighDateTime) << 32 | u64::from(created.dwLowDateTime);
    (told != 0).then_some(created)
}

fn parent(pid: u32) -> Option<u32> {
    let mut entry = PROCESSENTRY32W {
        dwSize: u32::try_from(size_of::<PROCESSENTRY32W>()).ok()?,
        ..PROCESSENTRY32W::default()
    };
    #[expect(
        unsafe_code,
        reason = "no safe interface; a valid handle is ours, and the entry tells its size"
    )]
    unsafe {
        let all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
        if all == INVALID_HANDLE_VALUE {
            return None;
        }
        let all = OwnedHandle::from_raw_handle(all);
        let mut more = Process32FirstW(all.as_raw_handle(), &raw mut entry);
        while more != 0 {
            if entry.th32ProcessID == pid {
                return Some(entry.th32ParentProcessID);
            }
            more = Process32NextW(all.as_raw_handle(), &raw mut entry);
        }
    }
    None
}
