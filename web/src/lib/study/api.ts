// The HTTP interface of studies.

import { ask, json } from '../api'
import type { NewReview, Review, StudyList } from './types'

const path = (id: string) => `/api/studies/${encodeURIComponent(id)}`

export const studies = {
  list: (before: string | null) =>
    json<StudyList>(`/api/studies${before ? `?before=${encodeURIComponent(before)}` : ''}`),
  remove: (id: string) => ask(path(id), 'DELETE'),
  review: (id: string, wanted: NewReview) => json<Review>(`${path(id)}/review`, 'POST', wanted),
  cancelReview: (id: string) => ask(`${path(id)}/review`, 'DELETE'),
  exportPath: (id: string, format: string, notation: string) =>
    `${path(id)}/export?format=${format}&notation=${encodeURIComponent(notation)}`,
}
