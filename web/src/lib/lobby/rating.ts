// Ratings as texts, and the points of their graph.

import type { ShownRatedGame, ShownRating } from '../types'
import { w } from './words'

/** The number; in brackets while it is provisional. */
export const ratingText = ({ rating, provisional }: ShownRating): string =>
  provisional ? w().provisional(rating) : `${rating}`

/** The games of one kind, the oldest first. */
export const gamesOf = (
  games: readonly ShownRatedGame[],
  { family, time }: Pick<ShownRating, 'family' | 'time'>,
): ShownRatedGame[] =>
  games.filter((game) => game.family === family && game.time === time).toReversed()

export interface GraphPoint {
  x: number
  y: number
  game: ShownRatedGame
}

/** The bounds of a graph: full hundreds around all ratings. */
export function bounds(games: readonly ShownRatedGame[]): [number, number] {
  const all = games.map((game) => game.rating)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  return [Math.floor((low - 20) / 100) * 100, Math.ceil((high + 20) / 100) * 100]
}

/** The points of a graph of this size, with an edge on each side. */
export function graph(
  games: readonly ShownRatedGame[],
  width: number,
  height: number,
  edge: number,
): GraphPoint[] {
  const [low, high] = bounds(games)
  const step = (width - 2 * edge) / Math.max(1, games.length - 1)
  return games.map((game, i) => ({
    game,
    x: edge + (games.length > 1 ? i * step : (width - 2 * edge) / 2),
    y: edge + (height - 2 * edge) * (1 - (game.rating - low) / (high - low)),
  }))
}

/** How the last games went, at most ten, and the mean accuracy of those that were reviewed. */
export function formOf(games: readonly ShownRatedGame[]) {
  const last = games.slice(0, 10)
  const count = (points: number) => last.filter((game) => game.points === points).length
  const known = last.flatMap((game) => game.accuracy ?? [])
  const sum = known.reduce((all, one) => all + one, 0)
  return {
    games: last.length,
    won: count(2),
    drawn: count(1),
    lost: count(0),
    accuracy: known.length > 0 ? Math.round(sum / known.length) : null,
  }
}

/** The level of the machine whose rating is nearest. */
export function nearestLevel(levels: readonly number[], rating: number): number {
  const distances = levels.map((level) => Math.abs(level - rating))
  return distances.indexOf(Math.min(...distances)) + 1
}
