//! Code of other programs stays out of Doorbell's process.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{APPLICATION, Build, CLASS, Doorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::person::Person;
use doorbell_tests::process::{descendants, output};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use serde_json::json;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConnectionExt as _, EventMask, PropMode, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::questions;

/// Records every process that loads it. `gtk_module_init` makes it a GTK module.
const MODULE: &str = r#"
    #include <stdio.h>
    #include <unistd.h>
    __attribute__((constructor)) static void record(void) {
        FILE *file = fopen(RECORD, "a");
        if (file) {
            fprintf(file, "%d\n", (int) getpid());
            fclose(file);
        }
    }
    void gtk_module_init(int *count, char ***arguments) { (void) count; (void) arguments; }
"#;
/// Prints its process id after GTK has loaded its modules.
const GTK_PROGRAM: &str = "import gi, os; gi.require_version('Gtk', '3.0'); \
                           from gi.repository import Gtk; Gtk.Settings.get_default(); \
                           print(os.getpid())";
/// `EX_UNAVAILABLE` of sysexits.h.
const EX_UNAVAILABLE: i32 = 69;

/// A library that records which processes load it.
struct Module {
    library: PathBuf,
    record: PathBuf,
}

impl Module {
    fn compile(desktop: &VirtualDesktop) -> Result<Self> {
        let [source, library, record] =
            ["module.c", "module.so", "record"].map(|name| desktop.home().join(name));
        fs::write(&source, MODULE)?;
        let mut compiler = desktop.command("cc");
        compiler.args(["-shared", "-fPIC", "-o"]).arg(&library);
        compiler.arg(format!("-DRECORD=\"{}\"", record.display()));
        output(compiler.arg(source))?;
        Ok(Self { library, record })
    }

    /// The processes that loaded it, one line for each time.
    fn processes(&self) -> String {
        fs::read_to_string(&self.record).unwrap_or_default()
    }

    fn was_loaded_by(&self, process: &str) -> bool {
        self.processes().lines().any(|line| line == process)
    }
}

#[test]
fn modules_that_xsettings_offers_are_not_loaded() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let module = Module::compile(desktop)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let window = person.sees(CLASS)?;
    let _settings = XSettings::offer_modules(desktop.display(), &module)?;
    let other = output(
        desktop
            .command("/usr/bin/python3")
            .args(["-c", GTK_PROGRAM]),
    )?;
    ensure!(module.was_loaded_by(other.trim()), "no program loads it");
    // Doorbell has read the settings before it gets these keys.
    person.focuses(window)?;
    person.types("Ada")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    let process = doorbell.process.id().to_string();
    ensure!(!module.was_loaded_by(&process), "{}", module.processes());
    Ok(())
}

#[test]
fn modules_of_the_callers_directories_are_not_loaded() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let module = Module::compile(&desktop)?;
    let config = desktop.home().join("foreign");
    fs::create_dir_all(config.join("gtk-3.0"))?;
    let settings = format!("[Settings]\ngtk-modules={}\n", module.library.display());
    fs::write(config.join("gtk-3.0/settings.ini"), settings)?;
    for variable in ["XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"] {
        let mut other = desktop.command("/usr/bin/python3");
        other.env(variable, &config).args(["-c", GTK_PROGRAM]);
        let other = output(&mut other).context(variable)?;
        ensure!(module.was_loaded_by(other.trim()), "no program loads it");
        fs::remove_file(&module.record)?;

        let mut start = desktop.command(Build::Plain.command_line()?);
        start.env(variable, &config).args(["start", "--virtual"]);
        output(&mut start)?;
        let mut asker = Asker::greet(&desktop.socket())?;
        asker.ask("Who is there?", &questions::name_form())?;
        Person::at(&desktop).sees(CLASS)?;
        assert_eq!(module.processes(), "", "{variable}");
        let mut stop = desktop.command(Build::Plain.command_line()?);
        output(stop.args(["stop", "--force"]))?;
    }
    Ok(())
}

#[test]
fn variables_that_load_code_are_removed_by_a_second_start() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let module = Module::compile(&desktop)?;
    let command = || {
        let mut command = Build::Plain.command(&desktop)?;
        for variable in ["LD_PRELOAD", "GTK_MODULES", "GTK3_MODULES"] {
            command.env(variable, &module.library);
        }
        Ok::<_, anyhow::Error>(command)
    };
    // The second start sets this.
    let mut refused = command()?;
    refused.env("DOORBELL_STARTED_AGAIN", "1");
    let mut refused = desktop.start_process("refused", refused)?;
    assert_eq!(refused.wait()?, Some(EX_UNAVAILABLE), "{}", refused.log());

    let process = desktop.start_process(APPLICATION, command()?)?;
    let doorbell = Doorbell { process, desktop };
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name_form())?;
    doorbell.person().sees(CLASS)?;
    let process = doorbell.process.id();
    ensure!(module.was_loaded_by(&process.to_string()), "not preloaded");
    let library = module.library.to_string_lossy();
    for process in descendants(process) {
        for file in ["environ", "maps"] {
            let content = fs::read(format!("/proc/{process}/{file}"))?;
            let content = String::from_utf8_lossy(&content);
            ensure!(!content.contains(&*library), "{process}: {content}");
        }
    }
    let again = doorbell
        .desktop
        .count_log_lines(APPLICATION, "starting again without");
    assert_eq!(again, 1);
    Ok(())
}

/// The manager of the X display's settings, as any program can be.
struct XSettings(#[expect(dead_code)] RustConnection);

impl XSettings {
    /// Becomes the manager and names the module in `Gtk/Modules`.
    fn offer_modules(display: &str, module: &Module) -> Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display))?;
        let root = connection.setup().roots[number].root;
        let window = create_window(&connection, root)?;
        let atom = |name: &str| {
            let atom = connection.intern_atom(false, name.as_bytes())?;
            Ok::<_, anyhow::Error>(atom.reply()?.atom)
        };
        let (selection, property) = (atom("_XSETTINGS_S0")?, atom("_XSETTINGS_SETTINGS")?);
        let value = module.library.to_string_lossy();
        let settings = string_setting(b"Gtk/Modules", value.as_bytes())?;
        connection.change_property8(PropMode::REPLACE, window, property, property, &settings)?;
        connection.set_selection_owner(window, selection, x11rb::CURRENT_TIME)?;
        let announcement = [x11rb::CURRENT_TIME, selection, window, 0, 0];
        let announcement = ClientMessageEvent::new(32, root, atom("MANAGER")?, announcement);
        connection
            .send_event(false, root, EventMask::STRUCTURE_NOTIFY, announcement)?
            .check()?;
        Ok(Self(connection))
    }
}

fn create_window(connection: &RustConnection, root: Window) -> Result<Window> {
    let window = connection.generate_id()?;
    connection.create_window(
        x11rb::COPY_DEPTH_FROM_PARENT,
        window,
        root,
        0,
        0,
        1,
        1,
        0,
        WindowClass::INPUT_ONLY,
        x11rb::COPY_FROM_PARENT,
        &Default::default(),
    )?;
    Ok(window)
}

/// One setting in the format of the XSETTINGS specification.
fn string_setting(name: &[u8], value: &[u8]) -> Result<Vec<u8>> {
    const STRING: u8 = 1;
    let is_big_endian = u8::from(cfg!(target_endian = "big"));
    let (serial, count) = (1_u32.to_ne_bytes(), 1_u32.to_ne_bytes());
    let mut bytes = vec![is_big_endian, 0, 0, 0];
    bytes.extend([serial, count].concat());
    bytes.extend([STRING, 0]);
    bytes.extend(u16::try_from(name.len())?.to_ne_bytes());
    bytes.extend(padded(name));
    bytes.extend(serial);
    bytes.extend(u32::try_from(value.len())?.to_ne_bytes());
    bytes.extend(padded(value));
    Ok(bytes)
}

/// Adds zeros up to a multiple of four bytes.
fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(4), 0);
    padded
}
