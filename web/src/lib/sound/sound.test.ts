import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Sound } from './sound'

const levels = { sound: true, sound_volume: 1, music: false, music_volume: 1 }

/** What was made of the parts of an audio context, by the name of the function that makes it. */
let made: string[]
let context: { state: string }

/** A context whose parts do nothing. */
function silent() {
  const value = {
    value: 0,
    setTargetAtTime() {},
    setValueAtTime() {},
    exponentialRampToValueAtTime() {},
  }
  const part = { gain: value, frequency: value, Q: value, start() {}, connect: (to: unknown) => to }
  const samples = { getChannelData: (): Float32Array => new Float32Array(64) }
  const own = {
    state: 'suspended',
    sampleRate: 8,
    currentTime: 0,
    resume: () => Promise.resolve(void (own.state = 'running')),
    suspend: () => Promise.resolve(void (own.state = 'suspended')),
  }
  return new Proxy(own, {
    get(target, name: string) {
      if (!name.startsWith('create')) return name in target ? target[name as keyof typeof own] : {}
      return () => {
        made.push(name)
        return name === 'createBuffer' ? samples : { ...part }
      }
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  made = []
  // A function that gives an object gives it in place of a new one.
  vi.stubGlobal('AudioContext', function () {
    return (context = silent())
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('rests after some silence, and sounds again', () => {
  const sound = new Sound()
  sound.set(levels)
  sound.wake()
  expect(context.state).toBe('running')
  vi.advanceTimersByTime(4000)
  sound.play('move')
  vi.advanceTimersByTime(4000)
  expect(context.state).toBe('running')
  vi.advanceTimersByTime(2000)
  expect(context.state).toBe('suspended')
  // The machine moves without a gesture of the person.
  const before = made.length
  sound.play('move')
  expect(context.state).toBe('running')
  expect(made.length).toBeGreaterThan(before)
})

it('is silent where the browser does not let it run yet', () => {
  const sound = new Sound()
  sound.set(levels)
  sound.wake()
  context.state = 'suspended'
  const before = made.length
  sound.play('move')
  expect(made).toHaveLength(before)
})

it('has the reverberation of a room for music alone, which does not rest', () => {
  const sound = new Sound()
  sound.set(levels)
  sound.wake()
  expect(made).not.toContain('createConvolver')
  vi.advanceTimersByTime(60_000)
  sound.set({ ...levels, music: true })
  expect(context.state).toBe('running')
  expect(made).toContain('createConvolver')
  vi.advanceTimersByTime(60_000)
  expect(context.state).toBe('running')
  sound.set(levels)
  vi.advanceTimersByTime(6000)
  expect(context.state).toBe('suspended')
})
