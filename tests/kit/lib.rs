//! What Doorbell's tests stand on.
//!
//! A [`VirtualDesktop`](virtual_desktop::VirtualDesktop) is a whole session of its own: a screen, a
//! bus, a window manager, a home. On it runs the real application, [`Doorbell`](app::Doorbell) or,
//! drivable through WebDriver, [`DrivenDoorbell`](app::DrivenDoorbell). A
//! [`Person`](person::Person) types and clicks there, an [`Asker`](asker::Asker) rings from outside,
//! [`accessibility`] tells what a screen reader would.
//!
//! Nothing here sleeps: [`wait_until`](wait::wait_until) looks for what is wanted until it is there.

pub mod accessibility;
pub mod app;
pub mod asker;
pub mod browser;
pub mod notifications;
pub mod person;
pub mod process;
pub mod reader;
pub mod screen;
pub mod session;
pub mod tray;
pub mod virtual_desktop;
pub mod wait;
pub mod watch;
pub mod webdriver;
