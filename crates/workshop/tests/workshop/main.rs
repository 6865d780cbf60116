//! The program for those who make engines: its commands as processes.

#[cfg(unix)]
mod datagen;
#[cfg(unix)]
mod long_commands;
mod tools;
#[cfg(unix)]
mod train;
#[path = "../../../yiqi/tests/yiqi/common/transcript.rs"]
mod transcript;
mod transcripts;
