import type { GameLabWords } from '../../../lab/game'

export const words: GameLabWords = {
  terms: {
    man: 'Men',
    king: 'Kings',
    'kings-more': 'Further kings',
    guard: 'Guard of the back row',
    skew: 'Balance of the wings',
    'safe-step': 'Safe steps',
    held: 'Held pieces',
    link: 'Linked pieces',
    outpost: 'Outposts',
    runner: 'Runners',
    'runner-row': 'Rows of runners',
    'king-step': 'Steps of kings',
    'king-denied': 'Steps of kings into capture',
    'king-trapped': 'Trapped kings',
    'king-places': 'Places of kings',
    'main-road': 'Main road',
    'king-run': 'Way to a king',
  },
}
