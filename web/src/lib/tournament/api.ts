// What the pages of tournaments ask of the hall.

import { ask, json } from '../api'
import type { NewTournament, ShownTournament, TournamentCommand, TournamentList } from '../types'

const path = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`

export const tournamentApi = {
  list: () => json<TournamentList>('/api/tournaments'),
  make: (made: NewTournament) => json<ShownTournament>('/api/tournaments', 'POST', made),
  tournament: (id: string) => json<ShownTournament>(path(id)),
  command: (id: string, said: TournamentCommand) =>
    json<ShownTournament>(`${path(id)}/command`, 'POST', said),
  remove: (id: string) => ask(path(id), 'DELETE'),
  file: (id: string) => `${path(id)}/export`,
}
