import type { LearnRoomWords } from './words'

export const words: LearnRoomWords = {
  title: (game) => `学${game}`,
  lead: '在真棋盘上做短练习：着法由你来走，走得对不对，棋盘告诉你。',
  begin: '开始',
  goOn: '继续',
  repeat: '从头再来',
  done: (n, of) => `已完成 ${n}/${of}`,
  isDone: '已完成',
  all: '全部课程',
  at: (chapter, n, of) => `${chapter} · 第 ${n} 题，共 ${of} 题`,
  youMove: (side) => `由${side}走。`,
  hint: '提示',
  showMove: '显示着法',
  again: '再来一次',
  next: '下一题',
  right: '正确。',
  reply: (side, move) => `正确。${side}走${move}，请继续。`,
  noSuch: '没有这道练习。',
  choosePoint: '请在棋盘上选点。',
  lacks: {
    check: '这着没有将军。',
    escapes: '将军了，但对方还有解着。',
    goesOn: '这着还没有赢。',
    nothing: '这着没有吃子。',
    other: '吃了子，但不是要吃的。',
    taken: (move) => `对方可走${move}吃子。`,
    lets: (move) => `这样对方可以走${move}。`,
    loses: (move) => `这样对方走${move}就赢了。`,
    replies: (n) => `这样对方还有 ${n} 种着法。`,
    turns: (n) => `这着翻了 ${n} 枚。`,
  },
  course: '课程',
  completed: '本课程的练习已全部完成。',
  last: '这是本课程的最后一题。还有哪些没做，列表里看得到。',
  firstGame: '第一局棋',
  firstGameAbout:
    '与最弱的级别对局，它很有耐心：它的威胁会告诉你，大失着在它应着之前可以收回，提示随时可用。',
  endings: {
    title: '赢下残局',
    about:
      '每局都轮到你走，都能赢：由求解器证明，或由搜索找到必胜。请战胜最强的级别；走失胜势之前会提醒你。',
    one: (n) => `残局 ${n}`,
    proof: (moves, method) =>
      method === 'search' ? `约 ${moves} 着可胜，由搜索得出` : `至多 ${moves} 着可胜，由求解器证明`,
    won: '已赢',
    gone: '这着会放走胜势。',
    toHold: '守和残局',
    aboutToHold:
      '每局都轮到你走，有和棋可守，但许多着法会输。请对最强的级别守住：走失和棋之前会提醒你。',
    proofOfDraw: (losing, moves, method) =>
      method === 'search'
        ? `${moves} 种着法中 ${losing} 种会输，由搜索得出；电脑自对弈守和`
        : `${moves} 种着法中 ${losing} 种会输，由求解器证明`,
    held: '已守和',
    drawGone: '这着会放走和棋。',
  },
  teacher: {
    title: '老师',
    loses: (percent) => `这着大约损失 ${percent} 分（胜 100 分，和 50 分）。`,
    unproven: '有更好的着法。',
    question: '要收回吗？',
    takeBack: '收回',
    see: '看看后果',
    keep: '照走',
    follows: (line) => `后面可能是：${line}`,
    threatens: (move, taken) =>
      taken ? `小心：电脑威胁走${move}，吃掉${taken}。` : `小心：电脑威胁走${move}。`,
  },
}
