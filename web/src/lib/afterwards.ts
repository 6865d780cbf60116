// Parts that are loaded after the board: the brush font, the other views, and the service worker,
// which answers while the server is down.

import kai from '../assets/yiqi-kai.woff2'
import { backend } from './backend'
import { games } from './games/registry'
import { fetchLanguage } from './i18n/index.svelte'

/** Calls a function when the browser is idle, or after this many milliseconds. */
const whenIdle = (work: () => void, timeout: number) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(work, { timeout })
    : setTimeout(work, timeout)

export function afterwards(): void {
  const begin = () => {
    // The settings ask nothing of the server: they open even if it went away just after the page had come.
    whenIdle(() => void import('./views/Settings.svelte').catch(() => {}), 300)
    whenIdle(fetchTheRest, 4000)
  }
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

function fetchTheRest() {
  // Until the font is loaded, brush text is shown in a system font.
  new FontFace('Yiqi Kai', `url(${kai})`)
    .load()
    .then((face) => document.fonts.add(face))
    .catch(() => {})
  // The user may choose English, or open these views, while the server is down.
  void fetchLanguage('en').catch(() => {})
  const views = [
    import('./views/Play.svelte'),
    import('./views/NewGame.svelte'),
    import('./views/Games.svelte'),
    import('./views/Learn.svelte'),
    import('./views/Study.svelte'),
    import('./play/Questions.svelte'),
    import('./play/GameInfo.svelte'),
    ...games().flatMap((game) => [game.Learn(), game.NewGame?.(), game.Beside?.()]),
  ]
  void Promise.allSettled(views)
  // Browsers allow it only over TLS and on the local machine.
  if (import.meta.env.PROD) {
    void navigator.serviceWorker?.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => {})
  }
}

/** Milliseconds after a board before what it needs without a network is kept: the machine's first answer comes before. */
const LATER = 5000

/** A game or a study of a variant is open: what it needs without a network is kept, where it has to be. */
export function keepForOffline(variant: string | undefined): void {
  const { parts } = backend
  if (!parts || !variant) return
  const keep = async () => (await parts.offline()).keep(variant)
  setTimeout(() => void keep().catch(() => {}), LATER)
}
