//! Test kit for end-to-end tests of Doorbell.
//!
//! A [`VirtualDesktop`](virtual_desktop::VirtualDesktop) is an isolated session with its own
//! screen, bus, window manager and home directory. It runs the real application:
//! [`Doorbell`](app::Doorbell) or, controlled through WebDriver,
//! [`DrivenDoorbell`](app::DrivenDoorbell). A [`Person`](person::Person) types and clicks, an
//! [`Asker`](asker::Asker) sends questions over the socket, and [`accessibility`] reads what a
//! screen reader would. An [`Agent`](agent::Agent) is a published one with a stand-in for its model, without a
//! terminal or in a [`Terminal`](terminal::Terminal).
//!
//! Tests do not sleep: [`wait_until`](wait::wait_until) polls until a condition holds.

pub mod accessibility;
pub mod agent;
pub mod app;
pub mod asker;
pub mod browser;
pub mod gnome;
pub mod input_devices;
pub mod notifications;
pub mod person;
pub mod process;
pub mod program_input;
pub mod screen;
pub mod screen_reader;
pub mod session;
pub mod terminal;
pub mod tray;
pub mod virtual_desktop;
pub mod wait;
pub mod webdriver;
pub mod window_watcher;
