// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { LearnRoomWords } from './words'

export const words: LearnRoomWords = {
  title: (game) => `學${game}`,
  lead: '在真棋盤上做短練習：著法由你來走，走得對不對，棋盤告訴你。',
  begin: '開始',
  goOn: '繼續',
  repeat: '從頭再來',
  done: (n, of) => `已完成 ${n}/${of}`,
  isDone: '已完成',
  all: '全部課程',
  at: (chapter, n, of) => `${chapter} · 第 ${n} 題，共 ${of} 題`,
  youMove: (side) => `由${side}走。`,
  hint: '提示',
  showMove: '顯示著法',
  again: '再來一次',
  next: '下一題',
  right: '正確。',
  reply: (side, move) => `正確。${side}走${move}，請繼續。`,
  noSuch: '沒有這道練習。',
  choosePoint: '請在棋盤上選點。',
  lacks: {
    check: '這著沒有將軍。',
    escapes: '將軍了，但對方還有解著。',
    goesOn: '這著還沒有贏。',
    nothing: '這著沒有吃子。',
    other: '吃了子，但不是要吃的。',
    taken: (move) => `對方可走${move}吃子。`,
    lets: (move) => `這樣對方可以走${move}。`,
    loses: (move) => `這樣對方走${move}就贏了。`,
    replies: (n) => `這樣對方還有 ${n} 種著法。`,
    turns: (n) => `這著翻了 ${n} 枚。`,
  },
  course: '課程',
  completed: '本課程的練習已全部完成。',
  last: '這是本課程的最後一題。還有哪些沒做，列表裡看得到。',
  firstGame: '第一局棋',
  firstGameAbout:
    '與最弱的級別對局，它很有耐心：它的威脅會告訴你，大失著在它應著之前可以收回，提示隨時可用。',
  endings: {
    title: '贏下殘局',
    about:
      '每局都輪到你走，都能贏：由求解器證明，或由搜尋找到必勝。請戰勝最強的級別；走失勝勢之前會提醒你。',
    one: (n) => `殘局 ${n}`,
    proof: (moves, method) =>
      method === 'search' ? `約 ${moves} 著可勝，由搜尋得出` : `至多 ${moves} 著可勝，由求解器證明`,
    won: '已贏',
    gone: '這著會放走勝勢。',
    toHold: '守和殘局',
    aboutToHold:
      '每局都輪到你走，有和棋可守，但許多著法會輸。請對最強的級別守住：走失和棋之前會提醒你。',
    proofOfDraw: (losing, moves, method) =>
      method === 'search'
        ? `${moves} 種著法中 ${losing} 種會輸，由搜尋得出；電腦自對弈守和`
        : `${moves} 種著法中 ${losing} 種會輸，由求解器證明`,
    held: '已守和',
    drawGone: '這著會放走和棋。',
  },
  teacher: {
    title: '老師',
    loses: (percent) => `這著大約損失 ${percent} 分（勝 100 分，和 50 分）。`,
    unproven: '有更好的著法。',
    question: '要收回嗎？',
    takeBack: '收回',
    see: '看看後果',
    keep: '照走',
    follows: (line) => `後面可能是：${line}`,
    threatens: (move, taken) =>
      taken ? `小心：電腦威脅走${move}，吃掉${taken}。` : `小心：電腦威脅走${move}。`,
  },
}
