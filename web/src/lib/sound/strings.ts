// A plucked string, computed sample by sample (Karplus and Strong, 1983): a burst of noise
// circulates in a delay line of one period and is smoothed a little in every cycle.

/** A random number generator with a seed, so that a piece can be repeated. */
export type Random = () => number

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

/** The samples of a string plucked once. */
export function pluck(rate: number, frequency: number, seconds: number, random: Random) {
  const period = Math.max(2, Math.round(rate / frequency))
  const line = new Float32Array(period)
  let previous = 0
  for (let i = 0; i < period; i++) {
    // The noise is smoothed before it starts, which sounds like a fingertip rather than a plectrum.
    previous = 0.55 * previous + 0.45 * (random() * 2 - 1)
    line[i] = previous
  }
  const out = new Float32Array(Math.floor(rate * seconds))
  const loss = 0.9965
  for (let i = 0; i < out.length; i++) {
    const at = i % period
    const sample = line[at]!
    out[i] = sample
    line[at] = loss * 0.5 * (sample + line[(at + 1) % period]!)
  }
  let peak = 0
  for (const sample of out) peak = Math.max(peak, Math.abs(sample))
  const fade = Math.min(out.length, Math.floor(rate * 0.05))
  for (let i = 0; i < out.length; i++) {
    const end = Math.min(1, (out.length - i) / fade)
    out[i] = peak > 0 ? (out[i]! / peak) * end : 0
  }
  return out
}

export interface Note {
  /** Seconds after the start of the phrase. */
  readonly at: number
  readonly frequency: number
  /** 0 to 1. */
  readonly strength: number
}

export interface Phrase {
  readonly notes: readonly Note[]
  /** Seconds until the next phrase begins, including its rest. */
  readonly length: number
}

/** The gong mode on D: D E F♯ A B, over two octaves and a half. */
const scale = [0, 2, 4, 7, 9]
const steps = 13
const pitch = (step: number) => {
  const octave = Math.floor(step / scale.length)
  return 146.83 * 2 ** (octave + scale[step % scale.length]! / 12)
}

/** One phrase of a slow piece: a random walk over the scale that comes to rest, and a long silence. */
export function phrase(random: Random): Phrase {
  const notes: Note[] = []
  let step = 3 + Math.floor(random() * 6)
  let at = 0
  const count = 4 + Math.floor(random() * 5)
  for (let i = 0; i < count; i++) {
    const strength = 0.45 + 0.35 * random() * (i === 0 ? 1.3 : 1)
    notes.push({ at, frequency: pitch(step), strength: Math.min(1, strength) })
    if (i === count - 1 || random() < 0.18) {
      // A second note an octave or a fifth below.
      const below = Math.max(0, step - (random() < 0.6 ? 5 : 3))
      notes.push({ at: at + 0.03, frequency: pitch(below), strength: strength * 0.6 })
    }
    at += [0.55, 0.8, 1.1, 1.1, 1.65][Math.floor(random() * 5)]!
    const move = [-2, -1, -1, 1, 1, 2, 3][Math.floor(random() * 7)]!
    step = Math.max(0, Math.min(steps - 1, step + move))
  }
  return { notes, length: at + 3.5 + random() * 6 }
}
