// The program under test, and halls that it serves.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))

/** The binary under test. */
export function binary() {
  const root = path.join(here, '../..')
  const target = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target')
  const found = [
    process.env.YIQI_BIN && path.resolve(process.env.YIQI_BIN),
    path.join(target, 'release/yiqi'),
    path.join(target, 'debug/yiqi'),
  ].find((file) => file && fs.existsSync(file))
  if (!found) throw new Error('no yiqi to test: build it, or name one in YIQI_BIN')
  return found
}

/**
 * Starts `yiqi serve` on a folder and waits until it prints its address. `disk`: the folder is on
 * a separate file system of this size, which the test finds under `root`.
 */
export async function serve(folder, port, disk, config) {
  let words = [binary(), 'serve', '--listen', `127.0.0.1:${port}`, '--data']
  if (disk) {
    const mount = `mount -t tmpfs -o size=${disk} tmpfs "$0" && exec "$@" "$0/data"`
    words = ['unshare', '-m', 'sh', '-c', mount, folder, ...words]
  } else words.push(folder)
  if (config) {
    const file = `${folder}.toml`
    fs.writeFileSync(file, config(binary()))
    words.push('--config', file)
  }
  const child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const url = await new Promise((resolve, reject) => {
    const listen = (chunk) => {
      said += chunk
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+/)
      if (found) resolve(found[0])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('exit', (code) => reject(new Error(`yiqi ended with ${code}: ${said}`)))
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const stop = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  const root = `/proc/${child.pid}/root${folder}`
  return { url, data: folder, root, port: Number(new URL(url).port), stop }
}

export const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'yiqi-e2e-'))
export const remove = (folder) => fs.rmSync(folder, { recursive: true, force: true })
