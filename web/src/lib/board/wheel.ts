// The wheel over a board steps through the moves.

/** Pixels that a wheel or a touchpad turns for one step. */
const STEP = 50
/** Milliseconds after which a small turn is forgotten. */
const PAUSE = 300

type Turn = Pick<
  WheelEvent,
  'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'shiftKey' | 'metaKey' | 'altKey' | 'timeStamp'
>

/** Counts the turns of a wheel as steps: one for each notch of a mouse, and one for each 50 px of a touchpad. */
export class WheelSteps {
  #turned = 0
  #last = -Infinity

  /** -1, 0 or 1; `null`: the turn is not meant for the moves. */
  take(turn: Turn): number | null {
    // With Ctrl, which a pinch on a touchpad sends too, the wheel enlarges the page.
    if (turn.ctrlKey || turn.metaKey || turn.altKey || turn.shiftKey) return null
    if (turn.deltaY === 0 || Math.abs(turn.deltaX) > Math.abs(turn.deltaY)) return null
    const isNotch = turn.deltaMode !== 0 || Math.abs(turn.deltaY) >= STEP
    if (turn.timeStamp - this.#last > PAUSE || this.#turned * turn.deltaY < 0) this.#turned = 0
    this.#last = turn.timeStamp
    this.#turned = isNotch ? Math.sign(turn.deltaY) * STEP : this.#turned + turn.deltaY
    if (Math.abs(this.#turned) < STEP) return 0
    const step = Math.sign(this.#turned)
    this.#turned = 0
    return step
  }
}

/** Whether the page itself scrolls: the wheel then belongs to it. */
const scrolls = () => {
  const page = document.scrollingElement
  return page !== null && page.scrollHeight - page.clientHeight > 4
}

/** An attachment for what lies around a board: each step of the wheel calls `onstep` with -1 or 1. */
export const wheelSteps = (onstep: (by: number) => void) => (element: HTMLElement) => {
  const steps = new WheelSteps()
  const turned = (event: WheelEvent) => {
    if (event.defaultPrevented || (event.target as Element).closest('[data-apart]')) return
    if (scrolls()) return
    const step = steps.take(event)
    if (step === null) return
    event.preventDefault()
    if (step !== 0) onstep(step)
  }
  // Only a listener that is not passive can keep the page in its place.
  element.addEventListener('wheel', turned, { passive: false })
  return () => element.removeEventListener('wheel', turned)
}
