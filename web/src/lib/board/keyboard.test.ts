import { flushSync, mount, tick, unmount } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { game } from '../../test/fixtures'
import { catalogue } from '../catalogue.svelte'
import type { BoardMove } from '../types'
import Board from './Board.svelte'

let mounted: ReturnType<typeof mount> | null = null
afterEach(async () => {
  if (mounted) await unmount(mounted)
  mounted = null
  document.body.innerHTML = ''
})

function show(props: Record<string, unknown> = {}) {
  const onmove = vi.fn<(move: BoardMove) => void>()
  const board = game().board
  mounted = mount(Board, {
    target: document.body,
    props: { variant: 'xiangqi', board, mover: 'first', label: 'Board', onmove, ...props },
  })
  flushSync()
  return onmove
}

const cell = (at: string) => document.querySelector<HTMLElement>(`[data-at="${at}"]`)!
const name = (at: string) => cell(at).getAttribute('aria-label')
const focused = () => (document.activeElement as HTMLElement | null)?.dataset.at
async function press(key: string, more: KeyboardEventInit = {}) {
  document.activeElement!.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, ...more }),
  )
  await tick()
}

describe('board by keyboard and name', () => {
  it('names every point, and only one is in the tab order', () => {
    show()
    expect(document.querySelectorAll('[role=gridcell] button')).toHaveLength(90)
    expect(document.querySelectorAll('[role=row]')).toHaveLength(10)
    expect(document.querySelectorAll('button[tabindex="0"]')).toHaveLength(1)
    expect(name('e0')).toBe('e0 red king, file 5')
    expect(name('e4')).toBe('e4 empty')
    expect(name('h9')).toBe('h9 black horse, file 8')
  })

  it('walks, jumps, picks and moves', async () => {
    const onmove = show()
    cell('e0').focus()
    await press('ArrowUp')
    expect(focused()).toBe('e1')
    await press('ArrowLeft')
    expect(focused()).toBe('d1')
    await press('End')
    expect(focused()).toBe('i1')
    await press('c')
    expect(focused()).toBe('b2')
    await press('c')
    expect(focused()).toBe('h2')
    await press('Enter')
    expect(name('h2')).toContain('selected')
    expect(name('e2')).toBe('e2 empty, legal move, file 5')
    expect(name('h9')).toBe('h9 black horse, can be captured, file 8')
    await press('Escape')
    expect(name('e2')).toBe('e2 empty')
    await press('Enter')
    cell('e2').focus()
    await press(' ')
    expect(onmove.mock.calls[0]![0].text).toBe('h2e2')
  })

  it('finds the opponent’s pieces with Shift', async () => {
    show()
    cell('e0').focus()
    await press('K', { shiftKey: true })
    expect(focused()).toBe('e9')
  })

  it('turns with the board: up is always up on the screen', async () => {
    show({ flipped: true })
    cell('e9').focus()
    await press('ArrowUp')
    expect(focused()).toBe('e8')
    await press('ArrowRight')
    expect(focused()).toBe('d8')
  })

  it('ignores taps and keys when it is not one’s turn', async () => {
    const onmove = show({ mover: null })
    cell('h2').click()
    await tick()
    expect(name('h2')).toBe('h2 red cannon, file 2')
    cell('h2').focus()
    await press('Enter')
    cell('e2').focus()
    await press('Enter')
    expect(onmove).not.toHaveBeenCalled()
  })

  it('takes clicks that no pointer made', async () => {
    const onmove = show()
    cell('h2').click()
    await tick()
    cell('h9').click()
    await tick()
    expect(onmove.mock.calls[0]![0].captures).toEqual(['h9'])
  })

  it('reports squares while a board is set up', async () => {
    const onplace = vi.fn()
    show({ mover: null, editing: true, onplace })
    cell('e4').focus()
    await press('Enter')
    expect(onplace).toHaveBeenCalledWith('e4')
  })

  it('goes from target to target of the piece picked, and from piece to piece without one', async () => {
    show()
    cell('e0').focus()
    await press('t')
    expect(focused()).toBe('h0')
    await press('T', { shiftKey: true })
    expect(focused()).toBe('h2')
    await press('Enter')
    await press('t')
    expect(focused()).toBe('h9')
    await press('t')
    expect(focused()).toBe('e2')
    await press('T', { shiftKey: true })
    expect(focused()).toBe('h9')
  })
})

/** Every board of the catalogue in its fixtures: light and dark squares, both corners, points. */
describe('every board by arrows', () => {
  for (const variant of catalogue.value!.variants) {
    for (const flipped of [false, true]) {
      it(`reaches every square of ${variant.id}${flipped ? ' turned' : ''}`, async () => {
        show({ variant: variant.id, board: variant.board, mover: null, flipped })
        const all = [...document.querySelectorAll<HTMLElement>('[data-at]')]
        const start = document.querySelector<HTMLElement>('button[tabindex="0"]')!
        const reached = new Set([start.dataset.at])
        const from = [start.dataset.at!]
        for (let at = from.pop(); at !== undefined; at = from.pop()) {
          for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
            cell(at).focus()
            cell(at).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
            const to = focused()!
            if (!reached.has(to)) {
              reached.add(to)
              from.push(to)
            }
          }
        }
        expect(reached.size).toBe(all.length)
      }, 60_000)
    }
  }

  it('keeps to a column going up and comes back the same way', async () => {
    const draughts = catalogue.variant('draughts')!
    show({ variant: 'draughts', board: draughts.board, mover: null })
    cell('48').focus()
    const up: string[] = []
    for (let i = 0; i < 9; i++) {
      await press('ArrowUp')
      up.push(focused()!)
    }
    expect(up).toEqual(['42', '38', '32', '28', '22', '18', '12', '8', '2'])
    for (const at of [...up.slice(0, -1).reverse(), '48']) {
      await press('ArrowDown')
      expect(focused()).toBe(at)
    }
  })
})
