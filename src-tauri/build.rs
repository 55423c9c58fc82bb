//! Declares the commands, so that each window needs a capability to call them.

fn main() {
    let commands = &[
        "ready",
        "painted",
        "read_to_end",
        "focus_moved",
        "round_trip",
        "edit",
        "press",
        "press_opened_link",
        "press_flood",
        "press_assistive_offer",
        "copy_answer",
        "copy_link",
        "open_settings",
        "copy_text",
        "home_ready",
        "home_painted",
        "home_focus_moved",
        "home_keys_accepted",
        "home_press",
        "show_example",
        "history",
        "clear_history",
        "export_history",
        "askers",
        "mute",
        "agents",
        "plan_pairing",
        "apply_pairing",
        "change_setting",
        "start_at_login",
    ];
    let manifest = tauri_build::AppManifest::new().commands(commands);
    let attributes = tauri_build::Attributes::new().app_manifest(manifest);
    tauri_build::try_build(attributes).expect("tauri.conf.json and the capabilities are valid");
}
