//! Prints the OpenAPI document: `cargo run -p server --example openapi > web/openapi.json`.

use std::io::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = server::openapi().to_pretty_json()?;
    text.push('\n');
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
