import { afterEach, describe, expect, it, vi } from 'vitest'
import { Camera } from './camera'
import { Player, SPEEDS, WITHIN } from './player.svelte'
import type { Run } from './run.svelte'
import { SearchTree } from './tree'

describe('the player', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('shows a search of any size to its end within a minute, if no other speed is chosen', () => {
    let now = 0
    let frames: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
    vi.stubGlobal('cancelAnimationFrame', () => (frames = []))
    vi.stubGlobal('performance', { now: () => now })
    for (const loaded of [3, 40, 119, 5000, 1_000_000]) {
      const player = new Player(() => [{ loaded, whole: true } as unknown as Run])
      for (const [i, seconds] of WITHIN.entries()) {
        player.speed = SPEEDS.length + i
        player.seek(0)
        const began = now
        player.play()
        while (player.playing) {
          now += 50
          for (const run of frames.splice(0)) run(now)
        }
        expect(player.time).toBe(loaded)
        expect((now - began) / 1000, `${loaded} steps`).toBeLessThanOrEqual(seconds + 0.1)
      }
      // The speed at the beginning is the first of these.
      const fresh = new Player(() => [{ loaded, whole: true } as unknown as Run])
      expect(loaded / fresh.rate).toBeLessThanOrEqual(60)
    }
  })
})

describe('the camera', () => {
  /** Ten moves and ten answers to each; the last move is the best one. */
  function wide(): SearchTree {
    const tree = new SearchTree()
    const enter = (ply: number, move: number) =>
      tree.enter({ move, purpose: 0, ply, depth: 2 - ply, quiet: -1, alpha: -99, beta: 99 })
    const leave = (score: number, tried: number) =>
      tree.leave({ score, reason: 0, tried, width: 10 })
    enter(0, -1)
    for (let i = 0; i < 10; i++) {
      enter(1, i)
      for (let j = 0; j < 10; j++) {
        enter(2, j)
        leave(i, 0)
        if (j === 0) tree.raise(-i)
      }
      leave(-i, 10)
      tree.raise(i)
    }
    leave(9, 10)
    return tree
  }

  it('has a small tree in the middle of the window', () => {
    const camera = new Camera()
    camera.width = 1000
    camera.scale = camera.first(5)
    camera.hold(5)
    expect(camera.x(2.5)).toBeCloseTo(500)
    camera.pan(400, 5)
    expect(camera.x(2.5)).toBeCloseTo(500)
    expect(camera.x(camera.aim(0, 5) + camera.width / camera.scale / 2)).toBeCloseTo(500)
  })

  it('shows the principal variation at the end of a large search', () => {
    const tree = wide()
    const camera = new Camera()
    camera.width = 1000
    camera.scale = camera.first(tree.slots)
    expect(tree.slots * camera.scale).toBeGreaterThan(4 * camera.width)
    const look = (time: number, whole: boolean) =>
      (camera.left = camera.aim(camera.wanted(tree, 0, time, whole), tree.slots))
    look(tree.events, false)
    expect(camera.left).toBe(0)
    look(tree.events, true)
    const line = tree.line(tree.events)
    expect(line).toHaveLength(3)
    for (const id of line.slice(1)) {
      const x = camera.x(camera.column(tree, id))
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(camera.width)
    }
  })
})
