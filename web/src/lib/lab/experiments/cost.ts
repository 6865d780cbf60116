// What was measured, in figures: growth by depth, the share of minimax, the order's worth.

import type { Measured } from '../types'

export type Quantity = 'leaves' | 'nodes' | 'time'

/** The value of a point; `null` where it has none. Times are in milliseconds. */
export function valueOf(point: Measured, quantity: Quantity): number | null {
  if (point.state !== 'done') return null
  switch (quantity) {
    case 'leaves':
      return point.leaves ?? null
    case 'nodes':
      return point.nodes
    case 'time':
      return point.time_us / 1000
  }
}

export interface Series {
  readonly by: string
  /** One value for each depth from 1 on, as far as it was measured. */
  readonly values: readonly (number | null)[]
  /** The depth that needed too long; 0: none did. */
  readonly tooLong: number
}

/** The curves of what was measured, in the order of the plan. */
export function seriesOf(
  points: readonly Measured[],
  by: readonly string[],
  quantity: Quantity,
): Series[] {
  return by.map((name) => {
    const own = points.filter((point) => point.by === name)
    const values: (number | null)[] = []
    for (const point of own) {
      if (point.state === 'done') values[point.depth - 1] = valueOf(point, quantity)
    }
    return {
      by: name,
      values: Array.from(values, (value) => value ?? null),
      tooLong: own.find((point) => point.state === 'limit')?.depth ?? 0,
    }
  })
}

/** By how much a further ply multiplies a quantity, on the mean of the last two plies; `null` if that is not known. */
export function growth(values: readonly (number | null)[]): number | null {
  const known = values.filter((value): value is number => value !== null && value > 0)
  if (known.length < 2) return null
  const last = known.at(-1)!
  const before = known.at(-3)
  return before ? Math.sqrt(last / before) : last / known.at(-2)!
}

/** The leaves of the smallest tree that alpha-beta must search, by Knuth and Moore, if minimax has so many. */
export function minimal(leaves: number, depth: number): number {
  const branching = Math.pow(leaves, 1 / depth)
  const half = Math.floor(depth / 2)
  return Math.pow(branching, depth - half) + Math.pow(branching, half) - 1
}

/** How a technique compares with minimax at the greatest depth that both reached. */
export interface Share {
  readonly depth: number
  readonly own: number
  readonly all: number
  readonly share: number
  /** The power of minimax's leaves that it has: 1 as many, 0.5 the square root. */
  readonly power: number
}

export function shareOf(own: Series, minimax: Series | undefined): Share | null {
  if (!minimax || own.by === minimax.by) return null
  const both = Math.min(own.values.length, minimax.values.length)
  for (let depth = both; depth >= 2; depth--) {
    const [mine, all] = [own.values[depth - 1], minimax.values[depth - 1]]
    if (!mine || !all || all < 2) continue
    return { depth, own: mine, all, share: mine / all, power: Math.log(mine) / Math.log(all) }
  }
  return null
}

/** Powers of ten that frame positive values: the marks of a logarithmic axis. */
export function decades(values: readonly number[]): number[] {
  const known = values.filter((value) => value > 0)
  if (known.length === 0) return [1, 10]
  const low = Math.floor(Math.log10(Math.min(...known)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...known)) - 1e-9))
  return Array.from({ length: high - low + 1 }, (_, i) => Math.pow(10, low + i))
}
