// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  'long-shot': '大打擊',
  majority: '被迫多吃',
  shot: '打擊',
  promotion: '升王',
  'free-piece': '白吃',
  quiet: '靜著',
  kings: '雙方有王',
  ending: '殘局',
}
