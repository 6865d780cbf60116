// Chances as numbers.

/** The expected score of the first side, 0 to 1, out of its chances in per mille. */
export const expected = ([win = 0, draw = 0]: readonly number[]): number => (win + draw / 2) / 1000

export const percent = (chance: number): number => Math.round(chance * 100)
