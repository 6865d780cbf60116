/** A number with its noun: `1 game`, `2 games`. */
export const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
