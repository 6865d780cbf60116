/** The parts of a study's record. */
export type StudyTab = 'moves' | 'review' | 'openings'
