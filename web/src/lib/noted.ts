// What this browser remembers of a person's progress has changed: here, or because the hall kept something else.

const NAME = 'yiqi-noted'

/** Says that what is remembered under a key has changed; `by`: who has changed it. */
export const noted = (key: string, by: 'person' | 'hall') =>
  globalThis.dispatchEvent?.(new CustomEvent(NAME, { detail: { key, by } }))

/** Follows such changes of one kind. */
export function onNoted(by: 'person' | 'hall', then: (key: string) => void): () => void {
  const heard = (event: Event) => {
    const { detail } = event as CustomEvent<{ key: string; by: string }>
    if (detail.by === by) then(detail.key)
  }
  globalThis.addEventListener?.(NAME, heard)
  return () => globalThis.removeEventListener?.(NAME, heard)
}
