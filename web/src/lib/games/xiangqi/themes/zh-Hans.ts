// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  'double-check': '双将',
  'discovered-check': '闪将',
  sacrifice: '弃子',
  fork: '捉双',
  pin: '牵制',
  'cannon-mate': '炮成杀',
  'horse-mate': '马成杀',
  'chariot-mate': '车成杀',
  'pawn-mate': '兵卒成杀',
  checks: '连将',
  quiet: '静着',
  defence: '应将',
  capture: '吃子',
  ending: '残局',
}
