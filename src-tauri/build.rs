//! Lists the page's commands, so that each must be granted to a window by a capability.

fn main() {
    let commands = &[
        "ready",
        "painted",
        "edit",
        "press",
        "press_wait",
        "copy_answer",
        "copy_link",
    ];
    let manifest = tauri_build::AppManifest::new().commands(commands);
    let attributes = tauri_build::Attributes::new().app_manifest(manifest);
    tauri_build::try_build(attributes).expect("tauri.conf.json and the capabilities are valid");
}
