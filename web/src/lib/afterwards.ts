// What can wait until the board is there: the brush font, the views one is not in, and what says
// that the hall is away.

import kai from '../assets/yiqi-kai.woff2'
import { games } from './games/registry'

/** Calls back when the browser has nothing else to do. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(work, { timeout: 4000 })
    : setTimeout(work, 1500)

export function afterwards(): void {
  const begin = () => whenIdle(fetchTheRest)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

function fetchTheRest() {
  // Until it is there, what is written with the brush stands in the system's characters.
  new FontFace('Yiqi Kai', `url(${kai})`)
    .load()
    .then((face) => document.fonts.add(face))
    .catch(() => {})
  // One may go there while the hall is away.
  const views = [
    import('./views/Play.svelte'),
    import('./views/NewGame.svelte'),
    import('./views/Games.svelte'),
    import('./views/Learn.svelte'),
    import('./views/Settings.svelte'),
    ...games().map((game) => game.Learn()),
  ]
  void Promise.allSettled(views)
  // Only where the browser allows it: over TLS and on this machine.
  if (import.meta.env.PROD) {
    void navigator.serviceWorker?.register('/sw.js').catch(() => {})
  }
}
