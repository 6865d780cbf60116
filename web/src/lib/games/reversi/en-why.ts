// Why a move is not allowed, by the server's code.

import type { WhyWords } from '../interface'

export const enWhy: WhyWords = {
  occupied: () => 'There is a disc on that square already.',
  'flips-nothing': () => 'A disc there would enclose nothing: every disc put must flip another.',
  'must-pass': () => 'No disc can be put: the only move is to pass.',
  'may-not-pass': () => 'Who can put a disc may not pass.',
}
