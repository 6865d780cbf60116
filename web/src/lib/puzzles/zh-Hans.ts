import type { PuzzleWords } from './words'

/** Letters and figures stand apart from characters. */
const after = (text: string) => (/^[!-~]/.test(text) ? ` ${text}` : text)
const before = (text: string) => (/[!-~]$/.test(text) ? `${text} ` : text)

export const words: PuzzleWords = {
  title: '习题',
  game: '棋种',
  ofVariant: (name, n) => `${name}（${n}）`,
  ofGame: '出自同一局的习题',
  all: '所有对局的习题',
  theme: '主题',
  allThemes: '全部主题',
  difficulty: '难度',
  difficulties: { easier: '容易些', fitting: '适合我的等级分', harder: '难一些' },
  source: '来源',
  sources: { all: '全部习题', shipped: '程序自带', games: '出自这里的对局' },
  daily: '每日一题',
  rating: (n, uncertain) => (uncertain ? `你的等级分：约 ${n}` : `你的等级分：${n}`),
  row: (n) => `连续解开 ${n} 题`,
  waiting: (n) => `现在有 ${n} 题要重做`,
  change: (before, after) => `你的等级分：${before} → ${after}`,
  measured: (rating, level) =>
    level === null
      ? `难度 ${rating}，没有一级电脑能稳定找出`
      : `难度 ${rating}，第 ${level} 级以上能找出`,
  solvedHere: (n) => `本浏览器已解 ${n} 题`,
  find: (side) => `请为${side}找出正着。`,
  mate: (n, right) =>
    n === 1
      ? right > 1
        ? `有 ${right} 着可以一步成杀，找出其一。`
        : '一步成杀。'
      : `此着可在 ${n} 步内成杀。`,
  win: (n, right) =>
    n === null
      ? right > 1
        ? `只有 ${right} 着能胜，找出其一；其余都会放走胜机。`
        : '只有一着能胜，其余都会放走胜机。'
      : n === 1
        ? '一步即胜。'
        : `此着可在 ${n} 步内必胜。`,
  save: (right) =>
    right > 1 ? `只有 ${right} 着能守住，找出其一；其余都输。` : '只有一着能守住，其余都输。',
  moves: (n) => (n > 1 ? `解答要连走 ${n} 步。` : ''),
  played: (side, move) => `${side}走了${after(move)}。`,
  checking: '请稍候……',
  right: '正确！',
  reply: (side, move) => `正确！${side}应以${after(move)}，请继续。`,
  solved: '解开了！',
  other: (move, does) =>
    does === 'saves'
      ? `解开了！${before(move)}也能守住。`
      : does === 'wins'
        ? `解开了！${before(move)}也能胜。`
        : `解开了！${before(move)}也能胜，但答案的必胜更快。`,
  wrong: (move) => `${before(move)}不是正着，请再试一着。`,
  shown: (line) => `答案：${line}`,
  hint: '提示',
  hintPiece: (square) => `请看${after(square)}。`,
  pieceAt: (piece, place) => `${piece}（${place}）`,
  hintPlaces: '正着在标出的点中。',
  hintMove: (move) => `正着是${after(move)}。`,
  show: '显示答案',
  again: '再试一次',
  next: '下一题',
  skip: '换一题',
  noOther: '这里没有别的题可解了。',
  open: '打开对局',
  tried: (tries, solved) => `试过 ${tries} 次，解开 ${solved} 次。`,
  stepFirst: '最初局面',
  stepBack: '后退',
  stepOn: '前进',
  stepLast: '最后局面',
  line: '着法',
  done: (n) => `这里的 ${n} 道题你都解开了。`,
  repeat: '再解一遍',
  empty: '没有习题',
  emptyAbout:
    '这个程序没有自带习题，在这里下的对局中也还没有找到。下完一局并复盘，棋馆便会在空闲时从中寻找习题。',
  emptyGame: '这一局中没有找到习题。',
  games: '去看棋谱',
  fromGame: (n) => `本局有 ${n} 道习题`,
  looking: (done, total) => `正在本局中寻找习题：${done} / ${total} 个局面`,
  cancel: '停止寻找',
}
