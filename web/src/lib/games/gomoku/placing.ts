// Three ways to play a stone: at once, after a second tap, or by sliding to the point.

export const placings = ['auto', 'direct', 'confirm', 'slide'] as const
export type Placing = (typeof placings)[number]

/** Below this size in pixels a cell is smaller than a fingertip. */
const FINGER = 34

/** How a stone is played with this pointer on cells of this size. */
export function placingFor(
  chosen: string | undefined,
  pointer: string,
  cell: number,
): Exclude<Placing, 'auto'> {
  if (pointer !== 'touch') return chosen === 'confirm' || chosen === 'slide' ? chosen : 'direct'
  if (chosen === 'direct' || chosen === 'confirm' || chosen === 'slide') return chosen
  return cell < FINGER ? 'confirm' : 'direct'
}
