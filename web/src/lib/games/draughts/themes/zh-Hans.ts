// What puzzles are about, by the server's word.

export const themes: Readonly<Record<string, string>> = {
  'long-shot': '大打击',
  majority: '被迫多吃',
  shot: '打击',
  promotion: '升王',
  'free-piece': '白吃',
  quiet: '静着',
  kings: '双方有王',
  ending: '残局',
}
