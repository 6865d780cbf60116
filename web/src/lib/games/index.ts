// The list of games, one line for each.

import { draughts } from './draughts'
import { gomoku } from './gomoku'
import { register } from './registry'
import { reversi } from './reversi'
import { xiangqi } from './xiangqi'

register([xiangqi, draughts, gomoku, reversi])
