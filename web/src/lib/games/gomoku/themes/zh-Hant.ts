// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  'foul-trap': '逼禁手',
  defence: '防守',
  'four-three': '四三',
  'open-four': '活四或雙四',
  'double-three': '雙三',
  five: '成五',
  fours: '連續衝四',
  four: '衝四開始',
  three: '活三開始',
  quiet: '靜著',
}
