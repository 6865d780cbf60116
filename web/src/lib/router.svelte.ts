// The current view. It is kept in the address after `#`, so that the server serves one page.

import { backend } from './backend'

export type Route =
  | { name: 'play' }
  /** `ply`: the number of moves to show; absent: all. */
  | { name: 'game'; id: string; ply?: number | undefined }
  /** `friend`: a game with a friend is set up; `offer`: it is offered to everybody. */
  | { name: 'new'; friend?: boolean; offer?: boolean }
  /** `position`: the position to look for in the games. `query`: the filters, see `archive/address.ts`. */
  | { name: 'games'; position?: { variant: string; text: string }; query?: string }
  /** A position by itself. */
  | { name: 'position'; variant: string; text: string }
  /** `family`: the game of the lessons; '' for the last one. `exercise`: one to do; '' for the list. */
  | { name: 'learn'; family: string; exercise: string }
  /** `variant`: '' for the one played last. `moves`: those walked so far. */
  | { name: 'openings'; variant: string; moves: readonly string[] }
  | { name: 'settings' }
  | { name: 'progress' }
  /** The lobby of people who play each other. */
  | { name: 'people' }
  /** What moderators see. */
  | { name: 'moderation' }
  /** What the hall says of a person. */
  | { name: 'person'; id: string }
  /** The tournaments of the hall. */
  | { name: 'tournaments' }
  | { name: 'tournament'; id: string }
  | { name: 'studies' }
  /** `id`: a puzzle; `game`: only those of this game. Empty: none in particular. */
  | { name: 'puzzles'; id: string; game: string }
  /** `query`: what is set up, see `lab/address.ts`. */
  | { name: 'lab'; query: string }
  /** `node`: the move to show; `null`: the start, or the move that is shown. */
  | { name: 'study'; id: string; node: number | null }
  /** An unknown address. */
  | { name: 'unknown'; address: string }

/** The view of an address. `path`: the path of the request, if it is not the root. */
export function parseRoute(hash: string, path = '/'): Route {
  const place = hash.replace(/^#\/?/, '')
  const lab = /^lab(?:\?(.*))?$/.exec(place)
  if (lab) return { name: 'lab', query: lab[1] ?? '' }
  const games = /^games\?(.*)$/.exec(place)
  if (games) return { name: 'games', query: games[1] ?? '' }
  const [name, id, node, ...rest] = place.split('/')
  switch (name) {
    case 'game': {
      if (!id) return { name: 'games' }
      const text = decoded(id)
      if (text === null) return { name: 'unknown', address: hash }
      return { name, id: text, ply: numbered(node) ?? undefined }
    }
    case 'games': {
      if (!id) return { name }
      const [variant, text] = [decoded(node ?? ''), decoded(rest.join('/'))]
      if (id !== 'position' || !variant || !text) return { name: 'unknown', address: hash }
      return { name, position: { variant, text } }
    }
    case 'position': {
      const [variant, text] = [decoded(id ?? ''), decoded([node ?? '', ...rest].join('/'))]
      return variant && text ? { name, variant, text } : { name: 'unknown', address: hash }
    }
    case 'study': {
      if (!id) return { name: 'studies' }
      const text = decoded(id)
      if (text === null) return { name: 'unknown', address: hash }
      return { name, id: text, node: numbered(node) }
    }
    case 'puzzles': {
      const game = id === 'of'
      const text = decoded((game ? node : id) ?? '')
      if (text === null || (game && !text)) return { name: 'unknown', address: hash }
      return { name, id: game ? '' : text, game: game ? text : '' }
    }
    case '':
      return path === '/' || hash !== '' ? { name: 'play' } : { name: 'unknown', address: path }
    case 'learn': {
      const [family, exercise] = [decoded(id ?? ''), decoded(node ?? '')]
      if (family === null || exercise === null) return { name: 'unknown', address: hash }
      return { name, family, exercise }
    }
    case 'openings': {
      const [variant, moves] = [decoded(id ?? ''), decoded(node ?? '')]
      if (variant === null || moves === null) return { name: 'unknown', address: hash }
      return { name, variant, moves: moves.split(',').filter(Boolean) }
    }
    case 'new':
      if (id === 'friend') return { name, friend: true }
      if (id === 'offer') return { name, friend: true, offer: true }
      return { name }
    case 'person':
    case 'tournament': {
      const text = decoded(id ?? '')
      return text ? { name, id: text } : { name: 'unknown', address: hash }
    }
    case 'moderation':
    case 'people':
    case 'progress':
    case 'settings':
    case 'studies':
    case 'tournaments':
      return { name }
    default:
      return { name: 'unknown', address: hash }
  }
}

/** A number of an address; `null` if there is none. */
const numbered = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : null)

/** The text of an address; `null` if its encoding is invalid (a `%` alone). */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const here = () => parseRoute(location.hash, backend.path)

class Router {
  route = $state<Route>(here())

  constructor() {
    addEventListener('hashchange', () => {
      this.route = here()
    })
  }

  go(hash: string, replace = false) {
    if (replace) {
      history.replaceState(null, '', hash)
      this.route = parseRoute(hash)
    } else location.hash = hash
  }
}

export const router = new Router()
