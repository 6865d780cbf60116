// Faults of positions and files in English: the server's messages as sentences.

/** Makes a sentence of a message that begins with a small letter and has no full stop. */
export const sentence = (message: string) => {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** Problems whose message contains more than their code. */
export const detailed = ['bad-game', 'bad-position', 'bad-choice', 'illegal-move', 'bad-move']
