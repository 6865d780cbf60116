// Faults of positions and files in English: as the server says them, made sentences.

/** A sentence out of a message that begins small and has no full stop. */
export const sentence = (message: string) => {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** Problems whose message says more than that they are there. */
export const detailed = ['bad-game', 'bad-position', 'bad-choice', 'illegal-move', 'bad-move']
