// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
import type { PuzzleWords } from './words'

/** Letters and figures stand apart from characters. */
const after = (text: string) => (/^[!-~]/.test(text) ? ` ${text}` : text)
const before = (text: string) => (/[!-~]$/.test(text) ? `${text} ` : text)

export const words: PuzzleWords = {
  title: '習題',
  game: '棋種',
  ofVariant: (name, n) => `${name}（${n}）`,
  ofGame: '出自同一局的習題',
  all: '所有對局的習題',
  theme: '主題',
  allThemes: '全部主題',
  difficulty: '難度',
  difficulties: { easier: '容易些', fitting: '適合我的等級分', harder: '難一些' },
  source: '來源',
  sources: { all: '全部習題', shipped: '程式自帶', games: '出自這裡的對局' },
  daily: '每日一題',
  rating: (n, uncertain) => (uncertain ? `你的等級分：約 ${n}` : `你的等級分：${n}`),
  row: (n) => `連續解開 ${n} 題`,
  waiting: (n) => `現在有 ${n} 題要重做`,
  change: (before, after) => `你的等級分：${before} → ${after}`,
  measured: (rating, level) =>
    level === null
      ? `難度 ${rating}，沒有一級電腦能穩定找出`
      : `難度 ${rating}，第 ${level} 級以上能找出`,
  solvedHere: (n) => `本瀏覽器已解 ${n} 題`,
  find: (side) => `請為${side}找出正著。`,
  mate: (n, right) =>
    n === 1
      ? right > 1
        ? `有 ${right} 著可以一步成殺，找出其一。`
        : '一步成殺。'
      : `此著可在 ${n} 步內成殺。`,
  win: (n, right) =>
    n === null
      ? right > 1
        ? `只有 ${right} 著能勝，找出其一；其餘都會放走勝機。`
        : '只有一著能勝，其餘都會放走勝機。'
      : n === 1
        ? '一步即勝。'
        : `此著可在 ${n} 步內必勝。`,
  save: (right) =>
    right > 1 ? `只有 ${right} 著能守住，找出其一；其餘都輸。` : '只有一著能守住，其餘都輸。',
  moves: (n) => (n > 1 ? `解答要連走 ${n} 步。` : ''),
  played: (side, move) => `${side}走了${after(move)}。`,
  checking: '請稍候……',
  right: '正確！',
  reply: (side, move) => `正確！${side}應以${after(move)}，請繼續。`,
  solved: '解開了！',
  other: (move, does) =>
    does === 'saves'
      ? `解開了！${before(move)}也能守住。`
      : does === 'wins'
        ? `解開了！${before(move)}也能勝。`
        : `解開了！${before(move)}也能勝，但答案的必勝更快。`,
  wrong: (move) => `${before(move)}不是正著，請再試一著。`,
  shown: (line) => `答案：${line}`,
  hint: '提示',
  hintPiece: (square) => `請看${after(square)}。`,
  pieceAt: (piece, place) => `${piece}（${place}）`,
  hintPlaces: '正著在標出的點中。',
  hintMove: (move) => `正著是${after(move)}。`,
  show: '顯示答案',
  again: '再試一次',
  next: '下一題',
  skip: '換一題',
  noOther: '這裡沒有別的題可解了。',
  open: '開啟對局',
  tried: (tries, solved) => `試過 ${tries} 次，解開 ${solved} 次。`,
  stepFirst: '最初局面',
  stepBack: '後退',
  stepOn: '前進',
  stepLast: '最後局面',
  line: '著法',
  done: (n) => `這裡的 ${n} 道題你都解開了。`,
  repeat: '再解一遍',
  empty: '沒有習題',
  emptyAbout:
    '這個程式沒有自帶習題，在這裡下的對局中也還沒有找到。下完一局並復盤，棋館便會在空閒時從中尋找習題。',
  emptyGame: '這一局中沒有找到習題。',
  games: '去看棋譜',
  fromGame: (n) => `本局有 ${n} 道習題`,
  looking: (done, total) => `正在本局中尋找習題：${done} / ${total} 個局面`,
  cancel: '停止尋找',
}
