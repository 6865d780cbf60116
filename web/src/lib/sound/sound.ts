// Sound effects and music. All sounds are computed; nothing is played before the first gesture on the page,
// as browsers require.

import { phrase, pluck, seeded, type Note } from './strings'

export type Effect = 'move' | 'capture' | 'check' | 'end'

export interface Levels {
  readonly sound: boolean
  readonly sound_volume: number
  readonly music: boolean
  readonly music_volume: number
}

/** Silence after which the audio rests, in milliseconds: while it runs it computes, and a phone's battery pays for it. */
const REST = 5000

export class Sound {
  #context: AudioContext | null = null
  #effects: GainNode | null = null
  #music: GainNode | null = null
  #strings = new Map<number, AudioBuffer>()
  #random = seeded(20260)
  #timer: ReturnType<typeof setTimeout> | null = null
  #rest: ReturnType<typeof setTimeout> | undefined
  #rests = false
  #hasRoom = false
  #levels: Levels = { sound: false, sound_volume: 0, music: false, music_volume: 0 }

  /** Called at the first gesture, and again whenever the browser may have suspended the audio. */
  wake() {
    if (typeof AudioContext === 'undefined') return
    if (!this.#context) {
      const context = new AudioContext({ latencyHint: 'interactive' })
      this.#context = context
      this.#effects = context.createGain()
      this.#effects.connect(context.destination)
      this.#music = context.createGain()
      this.#music.gain.value = 0
      this.#music.connect(context.destination)
    }
    this.#run(this.#context)
    this.set(this.#levels)
  }

  /** The audio runs, and rests again after some silence. */
  #run(context: AudioContext) {
    this.#rests = false
    if (context.state === 'suspended') void context.resume()
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      if (this.#levels.music) return
      this.#rests = true
      void context.suspend()
    }, REST)
  }

  set(levels: Levels) {
    this.#levels = levels
    const context = this.#context
    if (!context || !this.#effects || !this.#music) return
    const now = context.currentTime
    this.#effects.gain.setTargetAtTime(levels.sound ? levels.sound_volume : 0, now, 0.02)
    this.#music.gain.setTargetAtTime(levels.music ? levels.music_volume : 0, now, 0.4)
    if (levels.music && !this.#hasRoom) {
      this.#hasRoom = true
      const room = context.createConvolver()
      room.buffer = this.#room(context)
      const wet = context.createGain()
      wet.gain.value = 0.35
      this.#music.connect(room).connect(wet).connect(context.destination)
    }
    if (levels.music && !this.#timer) {
      this.#run(context)
      this.#next(0.3)
    }
    if (!levels.music && this.#timer) {
      clearTimeout(this.#timer)
      this.#timer = null
      this.#run(context)
    }
  }

  play(effect: Effect) {
    const context = this.#context
    // A browser that has not let it run yet would play at once all that it was asked for.
    if (!context || !this.#levels.sound || (context.state !== 'running' && !this.#rests)) return
    this.#run(context)
    const now = context.currentTime + 0.01
    switch (effect) {
      case 'move':
        this.#wood(now, 1, 0.8)
        break
      case 'capture':
        this.#wood(now, 0.82, 1)
        this.#wood(now + 0.055, 1.12, 0.45)
        break
      case 'check':
        this.#wood(now, 1, 0.8)
        this.#strike(now + 0.09, { at: 0, frequency: 587.33, strength: 0.5 }, this.#effects)
        this.#strike(now + 0.24, { at: 0, frequency: 880, strength: 0.5 }, this.#effects)
        break
      case 'end':
        this.#wood(now, 0.8, 0.8)
        for (const [i, frequency] of [293.66, 440, 587.33, 880].entries()) {
          this.#strike(now + 0.2 + i * 0.22, { at: 0, frequency, strength: 0.6 }, this.#effects)
        }
        break
    }
  }

  /** A piece put down on a board: a burst of noise through three resonances of wood. */
  #wood(at: number, pitch: number, strength: number) {
    const context = this.#context!
    const length = Math.floor(context.sampleRate * 0.03)
    const buffer = context.createBuffer(1, length, context.sampleRate)
    const data = buffer.getChannelData(0)
    for (let i = 0; i < length; i++) {
      data[i] = (Math.random() * 2 - 1) * Math.exp((-6 * i) / length)
    }
    for (const [frequency, gain] of [
      [820, 1],
      [1480, 0.55],
      [2750, 0.25],
    ] as const) {
      const source = context.createBufferSource()
      source.buffer = buffer
      const band = context.createBiquadFilter()
      band.type = 'bandpass'
      band.frequency.value = frequency * pitch
      band.Q.value = 7
      const level = context.createGain()
      level.gain.setValueAtTime(gain * strength * 3, at)
      level.gain.exponentialRampToValueAtTime(0.001, at + 0.16)
      source.connect(band).connect(level).connect(this.#effects!)
      source.start(at)
    }
  }

  #strike(at: number, note: Note, into: AudioNode | null) {
    const context = this.#context
    if (!context || !into) return
    let buffer = this.#strings.get(note.frequency)
    if (!buffer) {
      const samples = pluck(context.sampleRate, note.frequency, 3.2, this.#random)
      buffer = context.createBuffer(1, samples.length, context.sampleRate)
      buffer.getChannelData(0).set(samples)
      this.#strings.set(note.frequency, buffer)
    }
    const source = context.createBufferSource()
    source.buffer = buffer
    const level = context.createGain()
    level.gain.value = note.strength * 0.5
    source.connect(level).connect(into)
    source.start(at + note.at)
  }

  #next(delay: number) {
    this.#timer = setTimeout(() => {
      const context = this.#context
      if (!context || !this.#levels.music) return
      const { notes, length } = phrase(this.#random)
      const start = context.currentTime + 0.1
      for (const note of notes) this.#strike(start, note, this.#music)
      this.#next(length)
    }, delay * 1000)
  }

  /** The reverberation of a small room. */
  #room(context: AudioContext): AudioBuffer {
    const length = Math.floor(context.sampleRate * 1.8)
    const buffer = context.createBuffer(2, length, context.sampleRate)
    for (let channel = 0; channel < 2; channel++) {
      const data = buffer.getChannelData(channel)
      for (let i = 0; i < length; i++) {
        data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3 * 0.25
      }
    }
    return buffer
  }
}

export const sound = new Sound()
