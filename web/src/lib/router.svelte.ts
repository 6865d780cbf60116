// The current view. It is kept in the address after `#`, so that the server serves one page.

export type Route =
  | { name: 'play' }
  | { name: 'game'; id: string }
  | { name: 'new' }
  | { name: 'games' }
  | { name: 'learn' }
  | { name: 'settings' }
  | { name: 'studies' }
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
  const [name, id, node] = place.split('/')
  switch (name) {
    case 'game': {
      if (!id) return { name: 'games' }
      const text = decoded(id)
      return text === null ? { name: 'unknown', address: hash } : { name, id: text }
    }
    case 'study': {
      if (!id) return { name: 'studies' }
      const text = decoded(id)
      if (text === null) return { name: 'unknown', address: hash }
      return { name, id: text, node: /^\d{1,9}$/.test(node ?? '') ? Number(node) : null }
    }
    case '':
      return path === '/' || hash !== '' ? { name: 'play' } : { name: 'unknown', address: path }
    case 'new':
    case 'games':
    case 'learn':
    case 'settings':
    case 'studies':
      return { name }
    default:
      return { name: 'unknown', address: hash }
  }
}

/** The text of an address; `null` if its encoding is invalid (a `%` alone). */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const here = () => parseRoute(location.hash, location.pathname)

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
