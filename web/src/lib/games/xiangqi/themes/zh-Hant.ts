// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  'double-check': '雙將',
  'discovered-check': '閃將',
  sacrifice: '棄子',
  fork: '捉雙',
  pin: '牽制',
  'cannon-mate': '炮成殺',
  'horse-mate': '馬成殺',
  'chariot-mate': '車成殺',
  'pawn-mate': '兵卒成殺',
  checks: '連將',
  quiet: '靜著',
  defence: '應將',
  capture: '吃子',
  ending: '殘局',
}
