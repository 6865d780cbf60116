// The hall of static files (`yiqi page`) for the browser tests: its files served, and questions to the hall in the page.

import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import zlib from 'node:zlib'

/** The folder of the static hall. `both.mjs` says which tests run against it, too. */
const tested = process.env.YIQI_E2E_STATIC ? path.resolve(process.env.YIQI_E2E_STATIC) : ''
export { tested as folder }

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  json: 'application/json',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
}

/** A file as a host sends it to a browser that accepts Brotli: its copy, or text that is compressed now. */
function packed(file) {
  if (fs.existsSync(`${file}.br`)) return fs.readFileSync(`${file}.br`)
  if (/[.](html|js|json)$/.test(file)) return zlib.brotliCompressSync(fs.readFileSync(file))
  return null
}

/** The script of the hall's worker. */
const WORKER = /^assets\/worker-.*[.]js$/

/** What comes before that script, so that it is told of other processors than there are. */
const told = ({ processors }) =>
  `Object.defineProperty(navigator, 'hardwareConcurrency', { value: ${processors} })\n`

/** The service worker under the name of another version, with the size of the hall's worker as it is sent. */
function serviceWorker(text, hall) {
  const named = hall.version
    ? text.replace(/^const VERSION = .*$/m, `const VERSION = '${hall.version}'`)
    : text
  if (!hall.processors) return named
  const grown = (_, name, size) => `"${name}",${Number(size) + told(hall).length}`
  return named.replace(/"(assets\/worker-[^"]*[.]js)",(\d+)/, grown)
}

/** Serves the folder under `/yiqi/`, as any host of static files does. Files whose paths `refuses` matches are not given. */
export async function serveStatic(folder = tested) {
  if (!folder) throw new Error('YIQI_E2E_STATIC names no folder written by `yiqi page`')
  const asked = []
  /** What was sent: names and bytes. */
  const sent = []
  const kept = new Map()
  const held = []
  const goOn = () => held.splice(0).forEach(({ response, half }) => response.end(half))
  const cut = () => held.splice(0).forEach(({ response }) => response.destroy())
  /**
   * `version`: what the service worker is named, in place of its own version; `processors`: how many the hall's worker is
   * told of; `halves`: of files with such paths one half is sent, and the other half when `goOn` is called;
   * `cut` ends the connection in place of that.
   */
  const hall = { refuses: null, version: '', processors: 0, halves: null, held, goOn, cut }
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://local')
    asked.push(pathname)
    // As hosts do with the name of a folder.
    if (pathname === '/yiqi') {
      response.writeHead(301, { location: '/yiqi/' }).end()
      return
    }
    const inside = /^\/yiqi\/(.*)$/.exec(pathname)?.[1]
    const file = inside === undefined ? '' : path.join(folder, inside || 'index.html')
    if (!file.startsWith(folder) || !fs.existsSync(file) || hall.refuses?.test(pathname)) {
      response.writeHead(404).end()
      return
    }
    const type = TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream'
    if (inside === 'sw.js' || (hall.processors && WORKER.test(inside))) {
      const text = fs.readFileSync(file, 'utf8')
      response.writeHead(200, { 'content-type': type })
      response.end(inside === 'sw.js' ? serviceWorker(text, hall) : told(hall) + text)
      return
    }
    if (!kept.has(file)) kept.set(file, packed(file))
    const small = kept.get(file)
    const encoding = small ? { 'content-encoding': 'br' } : {}
    const bytes = small ?? fs.readFileSync(file)
    sent.push({ name: path.basename(file), bytes: bytes.length })
    response.writeHead(200, { 'content-type': type, ...encoding })
    if (!hall.halves?.test(pathname)) return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2))
    held.push({ response, half: bytes.subarray(bytes.length / 2) })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  const stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
  return Object.assign(hall, { url: `http://127.0.0.1:${port}/yiqi`, port, asked, sent, stop })
}

/** Asks a hall in the page, through a worker of its own over the same store. */
export const askPage = (page, method, place, body = null) =>
  page.evaluate(
    async ({ worker, search, question }) => {
      const searchers = []
      const hall = new Worker(worker, { type: 'module' })
      hall.postMessage({ kind: 'begin', base: location.href.replace(/#.*$/, '') })
      const answer = await new Promise((resolve, reject) => {
        hall.onmessage = ({ data }) => {
          if (data.kind === 'answer') return resolve(data.answer)
          if (data.kind !== 'start-searcher') return
          // As the page does.
          const searcher = new Worker(search, { type: 'module' })
          searchers.push(searcher)
          searcher.postMessage({ kind: 'port', port: data.port }, [data.port])
        }
        hall.onerror = ({ message }) => reject(new Error(`the worker has failed: ${message}`))
        hall.postMessage({ kind: 'request', n: 1, ...question })
      })
      for (const one of [hall, ...searchers]) one.terminate()
      if (answer.status >= 400) throw new Error(JSON.stringify(answer))
      const { body, file } = answer
      return file ? new TextDecoder().decode(file.bytes) : body
    },
    {
      worker: workerOf(),
      search: workerOf('search-worker'),
      question: { method, path: place, body },
    },
  )

/** The script of a worker, by default the hall's, from the page's folder. */
export const workerOf = (name = 'worker') =>
  `assets/${fs.readdirSync(path.join(tested, 'assets')).find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))}`

/** The static hall of one test. */
export async function staticHall(t) {
  const hall = await serveStatic()
  t.closers.push(hall.stop)
  return hall
}

/** The front page of the hall, ready for questions. */
export async function front(hall, page) {
  await page.goto(`${hall.url}/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
