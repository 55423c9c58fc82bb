//! Scenes between an agent, a server and a person, with every byte that is said.

mod play;
mod world;

mod capability;
mod claims;
mod held;
mod interleaving;
mod legacy;
mod limits;
mod links;
mod lost;
mod modern;
mod passing;
mod progress;
mod pushes_and_calls;
mod replay;
mod rounds;
mod tasks;
