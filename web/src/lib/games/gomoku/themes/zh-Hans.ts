// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  'foul-trap': '逼禁手',
  defence: '防守',
  'four-three': '四三',
  'open-four': '活四或双四',
  'double-three': '双三',
  five: '成五',
  fours: '连续冲四',
  four: '冲四开始',
  three: '活三开始',
  quiet: '静着',
}
