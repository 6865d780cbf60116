import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { game } from '../../../test/fixtures'
import { messagesIn } from '../../i18n/index.svelte'
import type { GameSession } from '../../play/session.svelte'
import type { Game, MovePlayed, Side } from '../../types'
import PassBox from './PassBox.svelte'
import { say } from './say'

let mounted: ReturnType<typeof mount> | null = null
afterEach(async () => {
  if (mounted) await unmount(mounted)
  mounted = null
  document.body.innerHTML = ''
})

function show(change: Partial<Game>, mover: Side | null = 'first') {
  const play = vi.fn()
  const now = { ...game(), variant: 'renju', rules: 'official', ...change }
  const session = { game: now, mover, play } as unknown as GameSession
  mounted = mount(PassBox, { target: document.body, props: { session } })
  flushSync()
  return { play, button: document.querySelector<HTMLButtonElement>('button') }
}

describe('the pass of renju', () => {
  it('is played by a button', () => {
    const { play, button } = show({})
    button!.click()
    expect(play).toHaveBeenCalledWith({ text: 'pass', from: null, to: 'pass' })
  })

  it.each([
    ['another game', { variant: 'gomoku' }, 'first'],
    ['house rules', { rules: '33=none' }, 'first'],
    ['the turn of the other', {}, null],
  ] as const)('is not offered: %s', (_why, change, mover) =>
    expect(show(change, mover).button).toBeNull(),
  )

  it('is said as one', () => {
    const move = { side: 'second', text: 'pass', to: 'pass' } as unknown as MovePlayed
    const spoken = (['en', 'zh-Hans', 'zh-Hant'] as const).map((language) =>
      say.spoken(messagesIn(language), game(), move, 'engine', ''),
    )
    expect(spoken).toEqual(['White passes', '白方停一手', '白方停一手'])
  })
})
