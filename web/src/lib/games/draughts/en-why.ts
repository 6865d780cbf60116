// Why a move is not allowed, by the server's word for it; `piece`: what shows it.

export const enWhy: Record<string, (piece: string) => string> = {
  'must-capture': () => 'A capture must be played.',
  'nothing-to-capture': () => 'There is nothing to capture there.',
  occupied: () => 'That square is not empty.',
  'king-run': () =>
    'The same king may make only three moves in a row while its side has a man: move another piece.',
  'man-step': () => 'A man moves one step diagonally forward.',
  'man-straight': () => 'A man moves one step straight forward or sideways.',
  'king-flight': () => 'A king moves diagonally as far as the way is free.',
  'king-straight': () => 'A king moves along a row or column as far as the way is free.',
  'king-one': () => 'A king moves one step.',
}
