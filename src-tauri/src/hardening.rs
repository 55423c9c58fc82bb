//! Keeps other programs from driving the window.

/// Variables that open WebKit and Tauri to remote control.
#[cfg(not(feature = "automation"))]
const DOORS: [&str; 2] = ["TAURI_AUTOMATION", "TAURI_WEBVIEW_AUTOMATION"];
#[cfg(not(feature = "automation"))]
const INSPECTOR: &str = "WEBKIT_INSPECTOR_";

/// Removes what would let a program answer in a person's place. Must be the first thing done.
#[cfg(not(feature = "automation"))]
pub fn forget_automation() {
    let inspector = std::env::vars_os()
        .map(|(name, _)| name)
        .filter(|name| name.to_string_lossy().starts_with(INSPECTOR));
    for name in inspector.chain(DOORS.map(Into::into)) {
        // SAFETY: nothing else runs yet; `main` calls this before it starts any thread.
        #[expect(unsafe_code, reason = "the only way to change the own environment")]
        unsafe {
            std::env::remove_var(name);
        }
    }
}

/// A test build is there to be driven.
#[cfg(feature = "automation")]
pub fn forget_automation() {}
