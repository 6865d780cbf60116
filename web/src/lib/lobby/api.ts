// What the lobby asks of the hall.

import { ask, json } from '../api'
import type { Lobby, Pairing, PersonProfile, SeekGame } from '../types'

export const lobbyApi = {
  lobby: () => json<Lobby>('/api/lobby'),
  person: (id: string) => json<PersonProfile>(`/api/persons/${encodeURIComponent(id)}`),
  pair: (sought: SeekGame) => json<Pairing>('/api/pairing', 'POST', sought),
  sitDown: (game: string) =>
    ask(`/api/games/${encodeURIComponent(game)}/seat`, 'POST', { request: requestId() }),
}

const requestId = () => `sit-${Math.random().toString(36).slice(2)}${Date.now().toString(36)}`
