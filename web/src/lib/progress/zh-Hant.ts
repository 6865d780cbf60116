// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { ProgressWords } from './words'

export const words: ProgressWords = {
  title: '進步',
  lead: '根據復盤，你與電腦對局下得怎樣。',
  none: '你與電腦的對局還沒有復盤過。下一局，結束時選「復盤」。',
  play: '下一局棋',
  games: (n) => `${n} 局已復盤`,
  accuracy: '準確率',
  mean: '平均',
  latest: (n) => `最近 ${n} 局`,
  phases: ['開局', '中局', '殘局'],
  phase: '階段',
  openings: '按開局',
  count: '局數',
  results: (won, drawn, lost) => `${won} 勝 ${drawn} 和 ${lost} 負`,
  mistakes: (n) => `每局 ${n} 次錯著或漏著`,
  chart: (first, last) => `從最早到最近一局的準確率：${first}% 到 ${last}%。`,
  game: (date, accuracy) => `${date}：${accuracy}%`,
  next: '接下來練什麼',
  nextIs: '接下來練什麼：',
  weakest: (phase, accuracy) => `你最弱的是${phase}，準確率 ${accuracy}%。`,
  few: '復盤三局以後，這裡會說明你最弱的是哪個階段。',
  todo: {
    openings: '瀏覽開局，儲存變化來練習',
    puzzles: '解習題',
    endings: '對最強的電腦贏下殘局',
    lines: (n) => `有 ${n} 條開局變化等著練習`,
    waiting: (n) => `現在有 ${n} 題要重做`,
  },
  review: (date) => `復盤：${date}`,
  reached: {
    title: '你的進步',
    exercises: (n) => `已完成 ${n} 個練習`,
    games: '準確率，接下來練什麼',
  },
}
