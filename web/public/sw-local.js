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
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))
  const { shown } = await (await cache.match(INDEX)).json()
  await cache.add(new URL(shown, INDEX))
  await keepKnown(cache)
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
    await (same ? cache.put(url, same) : cache.add(url))
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
  const { parts } = await (await found(new Request(INDEX))).json()
  const part = Object.values(parts).find(({ first }) => request.url.endsWith(`/${first}`))
  if (part) await found(new Request(new URL(part.rest, request.url)))
}

/** What is being fetched and kept, by address: nothing is fetched twice at the same time. */
const coming = new Map()

/** A file that is kept once it was fetched. */
async function found(request) {
  const cache = await caches.open(CACHE)
  const known = await cache.match(request, { ignoreVary: true })
  if (known) return known
  const { url } = request
  if (!coming.has(url)) {
    const fetched = fetch(request).then(async (answer) => {
      if (answer.ok) await cache.put(request, answer.clone())
      return answer
    })
    coming.set(url, fetched)
    const end = () => coming.delete(url)
    fetched.then(end, end)
  }
  return (await coming.get(url)).clone()
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
