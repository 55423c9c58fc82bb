//! Scenes between an agent, a server and a person, with every byte that is said.

mod play;

mod capability;
mod claims;
mod held;
mod legacy;
mod limits;
mod links;
mod lost;
mod modern;
mod progress;
mod pushes_and_calls;
mod tasks;
