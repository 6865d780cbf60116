// Runs a program of tests that was built for WebAssembly: `cargo test --target wasm32-unknown-unknown` calls it as its
// runner. Such a program cannot write: a test that fails ends it with a trap.

import fs from 'node:fs'
import process from 'node:process'

const module = new WebAssembly.Module(fs.readFileSync(process.argv[2]))
const { exports } = new WebAssembly.Instance(module)
process.exitCode = exports.main(0, 0)
