//! Home on a real desktop: by keyboard alone, and as a screen reader reads it.

mod agents;
mod asker;
mod capability;
mod held;
mod keys;
mod past;
mod settings;
mod waiting;
mod windows;
