// Parts that are loaded after the board: the brush font, the other views, and the service worker,
// which answers while the server is down.

import kai from '../assets/yiqi-kai.woff2'
import { backend } from './backend'
import { games } from './games/registry'
import { fetchLanguage } from './i18n/index.svelte'

/** Until the browser is idle, or for this many milliseconds. */
const idle = (timeout: number) =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout })
    else setTimeout(resolve, timeout)
  })

export function afterwards(): void {
  const begin = async () => {
    await idle(300)
    // The settings ask nothing of the server: they open even if it went away just after the page had come.
    void import('./views/Settings.svelte').catch(() => {})
    await fetchTheRest()
  }
  if (document.readyState === 'complete') void begin()
  else addEventListener('load', () => void begin(), { once: true })
}

/** It fetches all files as soon as it is there, so it comes after the first board, or after the other views. */
function registerServiceWorker() {
  // Browsers allow it only over TLS and on the local machine.
  if (import.meta.env.PROD) {
    void navigator.serviceWorker?.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => {})
  }
}

/** One after the other: what a person opens meanwhile waits for one of them at most. */
async function fetchTheRest() {
  // Until the font is loaded, brush text is shown in a system font.
  const font = async () => document.fonts.add(await new FontFace('Yiqi Kai', `url(${kai})`).load())
  const parts: (() => Promise<unknown> | undefined)[] = [
    font,
    () => import('./views/Play.svelte'),
    // The user may choose English, or open these views, while the server is down.
    () => fetchLanguage('en'),
    () => import('./views/NewGame.svelte'),
    () => import('./views/Games.svelte'),
    () => import('./views/Learn.svelte'),
    () => import('./views/Study.svelte'),
    () => import('./play/Questions.svelte'),
    () => import('./play/GameInfo.svelte'),
    ...games().flatMap((game) => [
      () => game.Learn(),
      () => game.NewGame?.(),
      () => game.Beside?.(),
    ]),
  ]
  for (const part of parts) {
    await idle(1000)
    await part()?.catch(() => {})
  }
  registerServiceWorker()
}

/** Milliseconds after a board before what it needs without a network is kept: the machine's first answer comes before. */
const LATER = 5000

/** A game or a study of a variant is open: what it needs without a network is kept, where it has to be. */
export function keepForOffline(variant: string | undefined): void {
  if (!variant) return
  void idle(300).then(registerServiceWorker)
  const { parts } = backend
  if (!parts) return
  const keep = async () => (await parts.offline()).keep(variant)
  setTimeout(() => void keep().catch(() => {}), LATER)
}
