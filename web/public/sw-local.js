// The service worker of a hall of static files: `yiqi page` writes VERSION and FILES before it, and names it sw.js. The
// page and all its files are kept when it is installed, the module of a game and its data when they are first
// fetched. A new version is
// kept beside the old one and takes its place when no tab is open any more: no open game loses its page.

const CACHE = `yiqi-${VERSION}`

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'no-cache' }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)))
})

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('yiqi-') && name !== CACHE
  event.waitUntil(
    Promise.all([
      self.clients.claim(),
      caches
        .keys()
        .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
    ]),
  )
})

/** The answer with the headers that isolate the page, so that its workers may share memory. */
function isolated(answer) {
  const headers = new Headers(answer.headers)
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-embedder-policy', 'require-corp')
  const { status, statusText } = answer
  return new Response(answer.body, { status, statusText, headers })
}

/** Milliseconds after the first part of a module before the whole one is fetched: the first board comes first. */
const LATER = 2000

/** Keeps the whole module of which a first part was fetched, also when the page is closed: without a network nothing else has it. */
async function keepWhole(request) {
  await new Promise((resolve) => setTimeout(resolve, LATER))
  const cache = await caches.open(CACHE)
  const index = new URL('catalogue.json', request.url)
  const told = (await cache.match(index)) ?? (await fetch(index))
  const { files = {}, parts = {} } = await told.json()
  const family = Object.keys(parts).find((one) => request.url.endsWith(`/${parts[one].file}`))
  if (!family) return
  const whole = new URL(files[family], request.url)
  if (!(await cache.match(whole))) await cache.add(whole)
}

async function answer(request, waits) {
  const cache = await caches.open(CACHE)
  const isPage = request.mode === 'navigate'
  const known = await cache.match(isPage ? './' : request, { ignoreVary: true })
  if (known) return isolated(known)
  const found = await fetch(request)
  // Modules and what they are supplied with have their content in their name.
  if (found.ok && new URL(request.url).pathname.includes('/modules/')) {
    await cache.put(request, found.clone())
    if (request.url.includes('/first-')) waits(keepWhole(request).catch(() => {}))
  }
  return isolated(found)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const isOurs = request.url.startsWith(self.registration.scope)
  if (request.method === 'GET' && isOurs)
    event.respondWith(answer(request, (kept) => event.waitUntil(kept)))
})
