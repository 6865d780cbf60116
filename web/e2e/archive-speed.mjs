// How long searches of the archive take in a hall of many games.
//
//   yiqi serve --data /tmp/many --listen 127.0.0.1:7800 &
//   node web/e2e/archive-speed.mjs http://127.0.0.1:7800 10000
//
// Fills the hall with so many games of 40 random stones, waits until the archive has read them, and
// prints the median of 20 requests for each kind of search, beside that of a plain list.

import process from 'node:process'

const [url, wanted = '10000'] = process.argv.slice(2)
const games = Number(wanted)

let seed = 1
/** A number below n, the same in every run. */
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor((seed / 2 ** 32) * n)
}

async function ask(method, path, body) {
  const response = await fetch(url + path, {
    method,
    ...(body
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
  })
  const text = await response.text()
  return { ok: response.ok, body: text ? JSON.parse(text) : null }
}

function stones() {
  const points = Array.from({ length: 225 }, (_, i) => i)
  for (let i = 0; i < 40; i++) {
    const j = i + random(225 - i)
    ;[points[i], points[j]] = [points[j], points[i]]
  }
  // The first stone is in the middle, so that openings and positions have games in common.
  const rest = points.slice(0, 40).filter((point) => point !== 112)
  return [112, ...rest].map((p) => `${String.fromCharCode(97 + (p % 15))}${1 + Math.floor(p / 15)}`)
}

async function fill() {
  let made = (await ask('GET', '/api/games?limit=1')).body.total
  const since = performance.now()
  const worker = async () => {
    while (made < games) {
      made++
      const players = [random(50), random(50)].map((n) => ({ kind: 'person', name: `Player ${n}` }))
      const game = { variant: 'gomoku', players, clock: { kind: 'none' }, moves: stones() }
      // Five in a row before the end: another game.
      if (!(await ask('POST', '/api/games', game)).ok) made--
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  console.log(`filled in ${((performance.now() - since) / 1000).toFixed(0)} s`)
  const reading = performance.now()
  while ((await ask('POST', '/api/archive', { limit: 1 })).body.pending > 0) {
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  console.log(`read by the archive ${((performance.now() - reading) / 1000).toFixed(1)} s later`)
}

async function measure(name, request) {
  const times = []
  let said = ''
  for (let i = 0; i < 20; i++) {
    const since = performance.now()
    said = await request()
    times.push(performance.now() - since)
  }
  times.sort((a, b) => a - b)
  console.log(`${name}: ${times[10].toFixed(1)} ms (${said})`)
}

const search = (query) => async () => {
  const { body } = await ask('POST', '/api/archive', { limit: 12, ...query })
  return `${body.total} games`
}

/** Looks through all games, slice by slice. */
const scan = (pattern) => async () => {
  let [found, offset, requests] = [0, 0, 0]
  while (offset !== undefined) {
    const { body } = await ask('POST', '/api/archive', { limit: 200, offset, pattern })
    found += body.games.length
    offset = body.next
    requests++
  }
  return `${found} games in ${requests} requests`
}

await fill()
const empty = Array(15).fill('15').join('/')
const { body: after } = await ask('POST', '/api/positions', {
  variant: 'gomoku',
  pieces: [{ at: 'h8', side: 'first', kind: 'stone' }],
  turn: 'second',
})
const stone = (file, rank, side) => ({ file, rank, side, kind: 'stone' })
await measure('plain list', async () => {
  const { body } = await ask('GET', '/api/games?limit=12')
  return `${body.total} games`
})
await measure('archive, no filter', search({}))
await measure('by player', search({ player: 'player 7' }))
await measure('by length, sorted', search({ least_plies: 10, order: 'length' }))
await measure('by first moves', search({ variant: 'gomoku', opening: ['h8'], order: 'opening' }))
await measure(
  'position after one move',
  search({ position: { variant: 'gomoku', text: after.text ?? empty } }),
)
await measure(
  'pattern, three stones',
  scan({
    variant: 'gomoku',
    squares: [stone(7, 7, 'first'), stone(8, 8, 'second'), stone(6, 6, 'first')],
  }),
)
await measure(
  'pattern, found nowhere',
  scan({ variant: 'gomoku', squares: [{ file: 7, rank: 7, side: 'second', kind: 'stone' }] }),
)
