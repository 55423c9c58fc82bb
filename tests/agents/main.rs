//! Other people's agents, paired by `doorbell setup`: their servers' questions and their own reach the
//! window, and its answers reach them.
//!
//! Each test has a desktop and a home of its own. The agents talk to a stand-in for their models, model.py.

mod claude_code;
mod headless;
mod support;
mod terminal;
