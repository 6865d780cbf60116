// The texts of the lobby, in English.

import { plural } from '../i18n/en-plural'

export const en = {
  title: 'Play people',
  lead: 'Play somebody now, choose from what is offered, or watch.',
  alone:
    'This hall is for this computer only. Start it with “yiqi --share” to play with people in your network.',
  now: 'Play somebody now',
  nowAbout: 'With whom is nearest to you in strength; the longer you wait, the wider the search.',
  game: 'Game',
  time: 'Time',
  find: 'Find an opponent',
  finding: 'Looking …',
  offer: 'Offer another game',
  offerAbout: 'With other rules, times or sides',
  needsName: 'Say your name first.',
  challenges: 'Open challenges',
  none: 'Nobody waits for a game. Be the first.',
  side: (side: string) => `you play ${side}`,
  rated: 'rated',
  casual: 'not rated',
  accept: 'Play',
  acceptOf: (name: string, game: string) => `Play ${game} with ${name}`,
  withdraw: 'Withdraw',
  toOwn: 'Go to it',
  yours: 'yours',
  watch: 'To watch',
  noGames: 'No game of people is under way.',
  spectators: (n: number) => plural(n, 'spectator', 'spectators'),
  opening: 'with an opening',
}
