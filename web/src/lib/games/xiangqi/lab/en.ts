import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    horses: 'Horses',
    chariots: 'Chariots',
    cannons: 'Cannons',
    'king-safety': 'Safety of the king',
    pawns: 'Pawns',
    pins: 'Pins',
  },
}
