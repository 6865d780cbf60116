// The names of openings by their codes.

export const words: Readonly<Record<string, string>> = {
  diagonal: 'Diagonal opening',
  parallel: 'Parallel opening',
  perpendicular: 'Perpendicular opening',
  'x-square': 'X-square',
  snake: 'Snake',
  heath: 'Heath',
  'raccoon-dog': 'Raccoon dog',
  hamilton: 'Hamilton',
  cow: 'Cow',
  buffalo: 'Buffalo',
  wing: 'Wing',
  'semi-wing': 'Semi-wing',
  tiger: 'Tiger',
  horse: 'Horse',
  cat: 'Cat',
  italian: 'Italian',
}
