import { describe, expect, it } from 'vitest'
import { WheelSteps } from './wheel'

const turn = (deltaY: number, more: Partial<WheelEvent> = {}) => ({
  deltaX: 0,
  deltaY,
  deltaMode: 0,
  ctrlKey: false,
  shiftKey: false,
  metaKey: false,
  altKey: false,
  timeStamp: 0,
  ...more,
})

describe('the wheel', () => {
  it('makes one step for each notch of a mouse, in pixels or lines', () => {
    const steps = new WheelSteps()
    expect([120, 100, -120].map((y) => steps.take(turn(y)))).toEqual([1, 1, -1])
    expect(steps.take(turn(3, { deltaMode: 1 }))).toBe(1)
  })
  it('adds up the small turns of a touchpad, and forgets them', () => {
    const steps = new WheelSteps()
    expect([20, 20, 20, 20].map((y) => steps.take(turn(y)))).toEqual([0, 0, 1, 0])
    expect(steps.take(turn(40, { timeStamp: 1000 }))).toBe(0)
    expect(steps.take(turn(-20, { timeStamp: 1010 }))).toBe(0)
    expect(steps.take(turn(-40, { timeStamp: 1020 }))).toBe(-1)
  })
  it('leaves to the browser what enlarges or moves sideways', () => {
    const steps = new WheelSteps()
    expect(steps.take(turn(120, { ctrlKey: true }))).toBeNull()
    expect(steps.take(turn(10, { deltaX: 60 }))).toBeNull()
  })
})
