// Where one is in the hall, kept in the address after `#` so that the server serves one page.

export type Route =
  | { name: 'play' }
  | { name: 'game'; id: string }
  | { name: 'new' }
  | { name: 'games' }
  | { name: 'learn' }
  | { name: 'settings' }

export function parseRoute(hash: string): Route {
  const [name, id] = hash.replace(/^#\/?/, '').split('/')
  switch (name) {
    case 'game':
      return id ? { name, id: decodeURIComponent(id) } : { name: 'games' }
    case 'new':
    case 'games':
    case 'learn':
    case 'settings':
      return { name }
    default:
      return { name: 'play' }
  }
}

class Router {
  route = $state<Route>(parseRoute(location.hash))

  constructor() {
    addEventListener('hashchange', () => {
      this.route = parseRoute(location.hash)
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
