// The names of openings by their codes.

export const words: Readonly<Record<string, string>> = {
  'central-cannon': 'Central cannon',
  'same-cannons': 'Same-direction cannons',
  'same-cannons-cross': 'Same-direction cannons, straight against cross chariot',
  'opposite-cannons': 'Opposite-direction cannons',
  'late-opposite-cannons': 'Opposite-direction cannons, delayed',
  'screen-horses': 'Central cannon against screen horses',
  'river-chariot': 'Central cannon with river chariot against screen horses',
  'crossing-chariot': 'Central cannon with river-crossing chariot against screen horses',
  'crossing-chariot-exchange':
    'Central cannon with river-crossing chariot against screen horses, chariot exchange',
  'crossing-chariot-horse':
    'Central cannon with river-crossing chariot against screen horses, left horse on the river',
  'five-seven-cannons': 'Cannons on files 5 and 7 against screen horses',
  'five-six-cannons': 'Cannons on files 5 and 6 against screen horses',
  'sandwich-horses': 'Central cannon against sandwich horses',
  'single-horse': 'Central cannon against single horse',
  'three-step-tiger': 'Central cannon against three-step tiger',
  'cannon-blockade': "Central cannon against the cannon's blockade",
  'palace-cannon': 'Cannon across the palace',
  'corner-cannon': 'Palace-corner cannon',
  'hook-cannon': 'Golden-hook cannon',
  'restrained-cannon': 'Restrained cannon',
  elephant: 'Elephant opening',
  horse: 'Horse opening',
  'edge-horse': 'Edge horse',
  advisor: 'Advisor opening',
  pawn: 'Pawn opening (the immortal shows the way)',
  'pawn-against-pawn': 'Pawn against pawn',
  'pawn-cannon': 'Pawn opening against the cannon behind the pawn',
}
