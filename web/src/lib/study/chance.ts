// Chances as numbers.

/** The expected score of the first side, 0 to 1, out of its chances of win, draw and loss. */
export function expected([win = 0, draw = 0, loss = 0]: readonly number[]): number {
  const all = win + draw + loss
  return all > 0 ? (win + draw / 2) / all : 0.5
}

export const percent = (chance: number): number => Math.round(chance * 100)
