// The service worker of a hall of static files: `yiqi page` writes VERSION and FILES before it, and names it sw.js. The
// page and all its files are kept when it is installed, the module of a game and its data when they are first
// fetched. A new version is kept beside the old one, with the modules that the old one has, and takes its place when no
// tab is open any more: no open game loses its page, and none its module.

const CACHE = `yiqi-${VERSION}`
/** What modules there are. */
const INDEX = new URL('modules/catalogue.json', self.registration.scope)

self.addEventListener('install', (event) => event.waitUntil(install()))

async function install() {
  const cache = await caches.open(CACHE)
  const kept = FILES.map(([file, size]) =>
    keep(cache, new Request(file, { cache: 'no-cache' }), size),
  )
  await Promise.all(kept)
  const { shown } = await (await cache.match(INDEX)).json()
  await keep(cache, new Request(new URL(shown, INDEX)), await sizeOf(shown))
  await keepKnown(cache)
}

/** The size of a file of the modules; undefined: it is not known. */
async function sizeOf(name) {
  return (await (await caches.match(INDEX)).json()).sizes?.[name]
}

/**
 * The answer to a request, which is kept when all of it has come, also if nobody reads it any more; it ends after that. What the
 * network has cut off ends with an error: some browsers would take it for the whole. `ended` is called in each case.
 */
async function kept(cache, request, size, ended = () => {}) {
  const answer = await fetch(request)
  if (!answer.ok) {
    ended()
    return answer
  }
  let isRead = true
  const body = new ReadableStream({
    start(stream) {
      // Not waited for: what has come is passed on at once.
      void all(answer.body.getReader(), (chunk) => isRead && stream.enqueue(chunk))
        .then(async (whole) => {
          if (size !== undefined && whole.size !== size)
            throw new TypeError(`${request.url}: ${whole.size} of ${size} bytes`)
          await cache.put(request, like(answer, whole))
          if (isRead) stream.close()
        })
        .catch((error) => isRead && stream.error(error))
        .finally(ended)
    },
    cancel: () => void (isRead = false),
  })
  return like(answer, body)
}

/** The whole of a stream, each part of which is passed on. */
async function all(reader, pass) {
  const chunks = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks)
    chunks.push(value)
    pass(value)
  }
}

const like = ({ status, statusText, headers }, body) =>
  new Response(body, { status, statusText, headers })

/** Fetches a file and keeps it; an error if it is not there. */
async function keep(cache, request, size) {
  const answer = await kept(cache, request, size)
  if (!answer.ok) throw new TypeError(`${request.url}: HTTP ${answer.status}`)
  await answer.arrayBuffer()
}

/** The name of a file without the hash of its content. */
const stem = (path) => path.replace(/-[0-9a-f]{10}(?=[.])/, '')

/** A game that could be played without a network before a new version can be played after it, too. */
async function keepKnown(cache) {
  const others = (await caches.keys()).filter((name) => name.startsWith('yiqi-') && name !== CACHE)
  const kept = await Promise.all(others.map(async (name) => (await caches.open(name)).keys()))
  const known = new Set(kept.flat().map(({ url }) => stem(url)))
  const { parts, data, puzzles, openings } = await (await cache.match(INDEX)).json()
  const names = [...Object.values(parts), data, puzzles, openings].flatMap((files) =>
    Object.values(files).filter((name) => typeof name === 'string'),
  )
  for (const name of names) {
    const { href: url } = new URL(name, INDEX)
    if (!known.has(stem(url)) || (await cache.match(url))) continue
    // The old version has it, or the network.
    const same = await caches.match(url, { ignoreVary: true })
    if (same) await cache.put(url, same)
    else await keep(cache, new Request(url), await sizeOf(name))
  }
}

self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate() {
  await self.clients.claim()
  // What the old version has fetched since this one was installed.
  await keepKnown(await caches.open(CACHE)).catch(() => {})
  const old = (name) => name.startsWith('yiqi-') && name !== CACHE
  await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)))
}

/** The answer with the headers that isolate the page, so that its workers may share memory. */
function isolated(answer) {
  const headers = new Headers(answer.headers)
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-embedder-policy', 'require-corp')
  const { status, statusText } = answer
  return new Response(answer.body, { status, statusText, headers })
}

/** Milliseconds after the first part of a module before its rest is fetched: the first board comes first. */
const LATER = 2000

/** Keeps the rest of the module of which a first part was fetched, also when the page is closed: without a network nothing else has it. */
async function keepRest(request) {
  await new Promise((resolve) => setTimeout(resolve, LATER))
  const { parts } = await (await caches.match(INDEX)).json()
  const part = Object.values(parts).find(({ first }) => request.url.endsWith(`/${first}`))
  if (part) await (await found(new Request(new URL(part.rest, request.url)))).arrayBuffer()
}

/** What is being fetched and kept, by address: nothing is fetched twice at the same time. */
const coming = new Map()

/** A file that is kept once it was fetched. */
async function found(request) {
  const { url } = request
  while (coming.has(url)) await coming.get(url)
  let ended
  coming.set(
    url,
    new Promise((resolve) => (ended = resolve)).finally(() => coming.delete(url)),
  )
  try {
    const cache = await caches.open(CACHE)
    const known = await cache.match(request, { ignoreVary: true })
    if (!known) return await kept(cache, request, await sizeOf(url.split('/').at(-1)), ended)
    ended()
    return known
  } catch (error) {
    ended()
    throw error
  }
}

async function answer(request, waits) {
  const isPage = request.mode === 'navigate'
  // Modules and what they are supplied with have their content in their name.
  const isModule = !isPage && new URL(request.url).pathname.includes('/modules/')
  if (isModule) {
    if (request.url.includes('/first-')) waits(keepRest(request).catch(() => {}))
    return isolated(await found(request))
  }
  const cache = await caches.open(CACHE)
  const known = await cache.match(isPage ? './' : request, { ignoreVary: true })
  return isolated(known ?? (await fetch(request)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const isOurs = request.url.startsWith(self.registration.scope)
  if (request.method === 'GET' && isOurs)
    event.respondWith(answer(request, (kept) => event.waitUntil(kept)))
})
