// What concerns the safety of people: blocks, reports, moderators, and a person's own data.

import { ask, json } from '../api'
import type { AccountRole, Blocks, Moderation, RatingChanges, ReportReason } from '../types'

const person = (id: string) => encodeURIComponent(id)

export const safetyApi = {
  blocks: () => json<Blocks>('/api/blocks'),
  block: (id: string) => json<Blocks>(`/api/blocks/${person(id)}`, 'PUT'),
  unblock: (id: string) => json<Blocks>(`/api/blocks/${person(id)}`, 'DELETE'),
  report: (report: { person: string; game?: string; reason: ReportReason; words: string }) =>
    ask('/api/reports', 'POST', report),
  moderation: () => json<Moderation>('/api/moderation'),
  close: (id: string, verdict: string) =>
    json<Moderation>(`/api/moderation/reports/${encodeURIComponent(id)}`, 'POST', { verdict }),
  disable: (id: string, disabled: boolean, reason: string) =>
    json<Moderation>(`/api/moderation/persons/${person(id)}`, 'PUT', { disabled, reason }),
  setRole: (name: string, role: AccountRole) =>
    json<Moderation>('/api/moderation/roles', 'PUT', { name, role }),
  ratings: (game: string) => json<RatingChanges>(`/api/games/${encodeURIComponent(game)}/ratings`),
  deleteAccount: (name: string, password: string) =>
    ask('/api/account/deletion', 'POST', { name, password }),
}

/** Where everything that is stored of a person can be had as a file. */
export const DATA = '/api/me/data'
