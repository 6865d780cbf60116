// The numbers of moves. A ply is one move of one side. Games of moving pieces count both sides' moves as one; in games
// where stones are put each stone counts.

import { catalogue } from '../catalogue.svelte'
import { gameOf } from '../games/registry'
import type { Game, Side } from '../types'

/** Whether each ply has a number of its own. */
export const countsPlies = (variant: string): boolean => gameOf(variant).dropped !== undefined

/** The side that usually makes the first move. */
export const firstOf = (variant: string): Side => catalogue.variant(variant)?.first ?? 'first'

/** The side that made the first move of a game, or that will make it. */
export const beginsOf = (game: Pick<Game, 'moves' | 'turn'>): Side =>
  game.moves[0]?.side ?? game.turn

/**
 * The side that made the first move of a game of which only the position now is known, and how many plies led to it;
 * `undefined` where the sides do not take turns strictly.
 */
export function begunBy(variant: string, position: string, plies: number): Side | undefined {
  if (countsPlies(variant)) return undefined
  const turn = /^([WB]):|^\S+ ([wbr])(?= |$)/.exec(position)
  if (!turn) return undefined
  const isSecond = (turn[1] ?? turn[2])!.toLowerCase() === 'b'
  return isSecond === (plies % 2 === 0) ? 'second' : 'first'
}

/**
 * The empty places before the first move: one if only the start position lets the second side begin.
 * `begins`: the side of the first move.
 */
export const offsetOf = (variant: string, begins: Side): number =>
  catalogue.variant(variant)?.first !== 'second' && begins === 'second' ? 1 : 0

/** The number of a ply in the list of moves, counted from 1; that of the last one is the number of moves. */
export function numberOf(variant: string, ply: number, offset = 0): number {
  if (countsPlies(variant)) return ply
  return Math.ceil((ply + offset) / 2)
}

/** The number in front of a line of two plies, counted from 0. */
export const lineNumber = (variant: string, line: number): number =>
  countsPlies(variant) ? 2 * line + 1 : line + 1
