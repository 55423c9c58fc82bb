// Evaluated in GNOME Shell 43 once, when the desktop starts. `gnome.rs` calls its functions. Names with
// an underscore are the shell's own and can change with each version.
(() => {
    const { Clutter, GLib, Shell, St } = imports.gi;

    const seat = Clutter.get_default_backend().get_default_seat();
    const keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
    const pointer = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    const tracker = Shell.WindowTracker.get_default();
    const windows = () => global.get_window_actors().map(actor => actor.meta_window);

    St.Settings.get().inhibit_animations();
    Main.overview.hide();

    global.kit = {
        press(symbol) {
            keyboard.notify_keyval(GLib.get_monotonic_time(), symbol, Clutter.KeyState.PRESSED);
        },

        release(symbol) {
            keyboard.notify_keyval(GLib.get_monotonic_time(), symbol, Clutter.KeyState.RELEASED);
        },

        // Moves the pointer by a pixel and returns where it will be.
        nudge() {
            const [x, y] = global.get_pointer();
            const to = x % 2 === 0 ? x + 1 : x - 1;
            global.kit.point(to, y);
            return [to, y];
        },

        pointer: () => global.get_pointer().slice(0, 2),

        point(x, y) {
            pointer.notify_absolute_motion(GLib.get_monotonic_time(), x, y);
        },

        click() {
            for (const state of [Clutter.ButtonState.PRESSED, Clutter.ButtonState.RELEASED])
                pointer.notify_button(GLib.get_monotonic_time(), Clutter.BUTTON_PRIMARY, state);
        },

        windows: () => windows().map(window => {
            const area = window.get_frame_rect();
            const app = tracker.get_window_app(window);
            return {
                title: window.get_title(),
                app: app.get_id(),
                app_name: app.get_name(),
                icon: app.get_icon().to_string(),
                has_focus: window.has_focus() && !Main.overview.visible,
                area: [area.x, area.y, area.width, area.height],
            };
        }),

        notifications: () => Main.messageTray.getSources().flatMap(source => source.notifications.map(shown => ({
            from: source.title,
            title: shown.title,
            body: shown.bannerBodyText,
        }))),

        // The middle of the banner, or null.
        banner() {
            const tray = Main.messageTray;
            if (tray._notificationState !== imports.ui.messageTray.State.SHOWN)
                return null;
            const [x, y] = tray._banner.get_transformed_position();
            const [width, height] = tray._banner.get_transformed_size();
            return [x + width / 2, y + height / 2];
        },

        is_pointer_on_banner: () => Main.messageTray._banner?.hover ?? false,

        // As a press on the icon in the dash does.
        launch(id) {
            Shell.AppSystem.get_default().lookup_app(id).activate();
        },

        // Only a shell that logind started makes a shield by itself.
        lock(isLocked) {
            Main.screenShield ??= new imports.ui.screenShield.ScreenShield();
            if (isLocked)
                Main.screenShield.lock(false);
            else
                Main.screenShield.deactivate(false);
        },
    };
})();
