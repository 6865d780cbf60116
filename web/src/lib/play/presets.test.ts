import { describe, expect, it } from 'vitest'
import '../../test/fixtures'
import { catalogue } from '../catalogue.svelte'
import { en } from '../i18n/en'
import { words as zhHans } from '../i18n/zh-Hans'
import { defaultForm, fromNewGame, toNewGame } from './form'
import { playerName } from './say'

describe('machines of textbooks', () => {
  it('are offered and named where the variant has them', () => {
    const variant = catalogue.variant('xiangqi') as { presets?: unknown }
    variant.presets = [{ id: 'm-3', name: 'Machine 3', name_zh: '机器 3', depth: 3 }]
    const form = { ...structuredClone(defaultForm), variant: 'xiangqi' }
    const chosen = toNewGame({ ...form, presets: ['m-3', ''] }, { position: null, moves: [] })
    expect(chosen.players[1]).toEqual({ kind: 'machine', level: 1, preset: 'm-3' })
    expect(fromNewGame(chosen).presets).toEqual(['m-3', ''])
    expect(playerName(en, chosen.players[1]!, 'second', 'xiangqi')).toBe('Machine 3')
    expect(playerName(zhHans, chosen.players[1]!, 'second', 'xiangqi')).toBe('机器 3')
    // Another variant has not this machine: ours plays.
    const other = toNewGame(
      { ...form, variant: 'gomoku', presets: ['m-3', ''] },
      { position: null, moves: [] },
    )
    expect(other.players[1]).toEqual({ kind: 'machine', level: 2 })
    delete variant.presets
  })
})
