// The HTTP interface of studies.

import { ask, json } from '../api'
import type { NewReview, Review, StudyList, TakenReview } from './types'

export const studyPath = (id: string) => `/api/studies/${encodeURIComponent(id)}`

/** How many are shown where others find them. */
export const MOST_OPEN = 20

export const studies = {
  list: (before: string | null) =>
    json<StudyList>(`/api/studies${before ? `?before=${encodeURIComponent(before)}` : ''}`),
  /** The latest of those that are open to everybody. */
  open: () => json<StudyList>(`/api/studies?of=open&limit=${MOST_OPEN}`),
  remove: (id: string) => ask(studyPath(id), 'DELETE'),
  review: (id: string, wanted: NewReview) =>
    json<Review>(`${studyPath(id)}/review`, 'POST', wanted),
  cancelReview: (id: string) => ask(`${studyPath(id)}/review`, 'DELETE'),
  /** Gives the hall a review that was searched elsewhere. */
  keepReview: (id: string, found: TakenReview) =>
    json<Review>(`${studyPath(id)}/review`, 'PUT', found),
  exportPath: (id: string, format: string, notation: string) =>
    `${studyPath(id)}/export?format=${format}&notation=${encodeURIComponent(notation)}`,
}
