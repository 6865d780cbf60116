// The games of the page, one line each.

import { draughts } from './draughts'
import { gomoku } from './gomoku'
import { register } from './registry'
import { reversi } from './reversi'
import { xiangqi } from './xiangqi'

register([xiangqi, draughts, gomoku, reversi])
