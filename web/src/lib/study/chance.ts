// Chances as numbers.

/** The expected score of the first side, 0 to 1, out of its chances of win, draw and loss. */
export function expected([win = 0, draw = 0, loss = 0]: readonly number[]): number {
  const all = win + draw + loss
  return all > 0 ? (win + draw / 2) / all : 0.5
}

/** Chances of win, draw and loss in whole percent, which are 100 together. */
export function inPercent([win = 0, draw = 0, loss = 0]: readonly number[]): {
  win: number
  draw: number
  loss: number
} {
  const all = win + draw + loss || 1
  const [first, second] = [Math.round((100 * win) / all), Math.round((100 * loss) / all)]
  const other = draw > 0 ? second : 100 - first
  return { win: first, draw: Math.max(0, 100 - first - other), loss: other }
}

export const percent = (chance: number): number => Math.round(chance * 100)
