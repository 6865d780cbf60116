import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    edge: 'Edges',
    'second-line': 'Second line',
    'inner-lines': 'Inner lines',
    diagonals: 'Diagonals',
    corners: 'Corners',
    frontier: 'Frontier discs',
    'beside-corners': 'Beside the corners',
    empty: 'Empty squares',
  },
}
