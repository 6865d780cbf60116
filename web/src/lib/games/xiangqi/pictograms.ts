// A picture of each piece for those who do not read the characters: a crown, a scholar, an elephant, a chariot with its
// canopy, a horse, a cannon, a soldier. Drawn for this program, in a box of 60 units around the origin; filled by the
// even-odd rule.

import type { XiangqiKind } from './pieces'

export const pictograms: Readonly<Record<XiangqiKind, string>> = {
  king: 'M-25 13 L-29 -15 L-14 -2 L0 -25 L14 -2 L29 -15 L25 13 Z M-25 18 H25 V26 H-25 Z',
  advisor:
    'M-11 -29 H11 L13 -17 H27 V-11 H-27 V-17 H-13 Z M-10 -8 H10 V-3 A10 10 0 0 1 -10 -3 Z M-24 28 C-24 15 -14 9 -5 9 L0 16 L5 9 C14 9 24 15 24 28 Z',
  elephant:
    'M-28 10 C-29 -10 -18 -20 -2 -20 C2 -27 20 -27 25 -15 C29 -6 28 6 27 14 C26 22 20 24 15 20 C13 18 15 15 18 16 C20 16 21 12 20 4 C18 6 14 6 12 5 V25 H3 V12 H-10 V25 H-20 V12 C-21 14 -22 18 -26 20 C-28 16 -28 13 -28 10 Z M16 -12 A2.6 2.6 0 1 0 21.2 -12 A2.6 2.6 0 1 0 16 -12 Z',
  chariot:
    'M-24 -17 C-17 -33 13 -33 20 -17 Z M-4 -17 H0 V-6 H-4 Z M-26 -12 H-21 V-6 H29 V-1.5 H-26 Z M-16 13.5 A14 14 0 1 0 12 13.5 A14 14 0 1 0 -16 13.5 Z M7.8 15.2 A10 10 0 0 1 4.4 21.2 L0.8 15.1 Z M1.4 22.9 A10 10 0 0 1 -5.4 22.9 L-2.0 16.7 Z M-8.4 21.2 A10 10 0 0 1 -11.8 15.2 L-4.8 15.1 Z M-11.8 11.8 A10 10 0 0 1 -8.4 5.8 L-4.8 11.9 Z M-5.4 4.1 A10 10 0 0 1 1.4 4.1 L-2.0 10.3 Z M4.4 5.8 A10 10 0 0 1 7.8 11.8 L0.8 11.9 Z',
  horse:
    'M-15 27 C-17 12 -4 4 -5 -5 C-9 -2 -12 2 -17 4 C-22 6 -27 2 -25 -4 L-11 -19 L-9 -29 L0 -22 C19 -20 27 2 23 27 Z M-10 -13 A2.5 2.5 0 1 0 -5 -13 A2.5 2.5 0 1 0 -10 -13 Z',
  cannon:
    'M-27 0 L15 -22 L24 -21 L28 -13 L24 -5 L-19 15 C-28 17 -33 5 -27 0 Z M-14 19.5 A9.5 9.5 0 1 0 5 19.5 A9.5 9.5 0 1 0 -14 19.5 Z M-9 19.5 A4.5 4.5 0 1 1 0 19.5 A4.5 4.5 0 1 1 -9 19.5 Z M7 14 L28 24 L26 28 L7 22 Z',
  pawn: 'M-7 -30 L-4 -25 L8 -25 L10 -22 C14 -19 15 -14 15 -10 H-19 C-19 -18 -14 -24 -7 -25 Z M-14 -7 H10 V-5 A12 11 0 0 1 -14 -5 Z M-27 28 C-27 15 -16 9 -2 9 C10 9 17 14 19 20 V28 Z M22 -29 L27 -18 L24 -14 V28 H20.4 V-14 L17 -18 Z',
}
