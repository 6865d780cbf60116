//! Prints the API document; `npm --prefix web run wire` makes the types of the page from it.

use std::io::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = server::openapi().to_pretty_json()?;
    text.push('\n');
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
