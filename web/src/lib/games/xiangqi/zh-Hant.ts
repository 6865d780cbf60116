// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 象棋的繁體中文用語。

import type { Side } from '../../types'
import type { Words } from './en'
import { zhWhy } from './zh-Hant-why'

const kinds: Record<Side, Record<string, string>> = {
  first: {
    king: '帥',
    advisor: '仕',
    elephant: '相',
    horse: '馬',
    chariot: '車',
    cannon: '炮',
    pawn: '兵',
  },
  second: {
    king: '將',
    advisor: '士',
    elephant: '象',
    horse: '馬',
    chariot: '車',
    cannon: '炮',
    pawn: '卒',
  },
}

const anyKind: Record<string, string> = {
  king: '將帥',
  advisor: '士',
  elephant: '象',
  horse: '馬',
  chariot: '車',
  cannon: '炮',
  pawn: '兵',
}

export const words: Words = {
  /** The server's own names, listed so that the traditional script can be generated from them. */
  names: {
    'Xiangqi (Chinese chess)': '象棋',
    'World Xiangqi Rules': '世界象棋規則',
    'Chinese Xiangqi Association rules': '中國象棋協會規則',
    'Computer rules': '電腦規則',
    'Simple rules (only perpetual check loses)': '簡易規則（僅長將判負）',
    'Classic 3 (alpha-beta, depth 3)': '經典 3（α-β 搜尋，3 層）',
    'Classic 4 (alpha-beta, depth 4)': '經典 4（α-β 搜尋，4 層）',
    'Classic 5 (alpha-beta, depth 5)': '經典 5（α-β 搜尋，5 層）',
  },
  name: '象棋',
  sides: { first: '紅方', second: '黑方' },
  piece: (side, kind) => (side === 'first' ? '紅' : '黑') + (kinds[side][kind] ?? kind),
  kind: (side, kind) => kinds[side][kind] ?? kind,
  anyKind: (kind) => anyKind[kind] ?? kind,
  pieceAbout: {
    king: '將（帥）：在九宮內沿直線走一步。',
    advisor: '士（仕）：在九宮內沿斜線走一步。',
    elephant: '象（相）：沿斜線走兩步，中間（象眼）須空；不可過河。',
    horse: '馬：先沿直線走一步，再沿斜線向外走一步；第一步處有子即被絆住。',
    chariot: '車：沿直線走任意步。',
    cannon: '炮：沿直線走任意步；吃子時須隔且只隔一個棋子。',
    pawn: '兵（卒）：向前走一步；過河後也可橫走。不可後退。',
  } as Record<string, string>,
  variantAbout: {},
  keys: '字母鍵在棋子間跳轉（K 將帥，A 士，E 象，R 車，H 馬，C 炮，P 兵卒），T 鍵跳到下一個可走的子或下一個落點，',
  ends: {
    sentences: {
      checkmate: '將死對方',
      stalemate: '對方無子可動',
      'perpetual-check': '對方長將',
      'perpetual-chase': '對方長捉',
      'mutual-check': '雙方長將',
      'mutual-chase': '雙方長捉',
      'sixty-move': '六十回合無吃子',
      material: '雙方均無力成殺',
    },
    labels: {
      checkmate: '將死',
      stalemate: '困斃',
      'perpetual-check': '長將',
      'perpetual-chase': '長捉',
      'mutual-check': '互相長將',
      'mutual-chase': '互相長捉',
      'sixty-move': '六十回合無吃子',
      material: '無力成殺',
    },
  },
  textLabel: '局面（FEN）、著法或整盤棋譜（PGN、DhtmlXQ）',
  fileAbout: 'PGN、XQF、DhtmlXQ、象棋橋（CBR、CBL、CBF）、FEN 或著法列表。',
  formatNames: { xqf: 'XQF' },
  formatAbout: {
    xqf: '供象棋演播室使用的棋譜，含變著，不是文字檔，請下載。',
    dhtmlxq: '中文論壇與東萍象棋網的格式。',
  },
  limits: {
    'sixty-move': '回合無吃子',
  },
  why: zhWhy,
  sets: {
    traditional: '繁體',
    simplified: '簡體',
    both: '字與圖',
    pictures: '圖形',
    letters: '字母',
    solid: '實心',
  },
  setAbout: { both: '每個字配一幅小圖。', solid: '紅方反白印刷，不靠顏色也能分辨。' },
  rules: {
    wxf: '世界象棋規則',
    cxa: '中國象棋協會規則',
    computer: '電腦規則',
    simple: '簡易規則',
  },
  rulesAbout: {
    wxf: '長將、長捉同一無根子判負，其他重複判和。',
    cxa: '每步都在攻擊的循環判負；依據二手資料整理。',
    computer: '引擎之間通用的規則。',
    simple: '長將判負，其他三次重複判和。',
  },
  faults: {
    'king-missing': '缺少將（帥）',
    'king-outside-palace': '將（帥）在九宮之外',
    'advisor-misplaced': '士（仕）放在了它到不了的位置',
    'elephant-misplaced': '象（相）放在了它到不了的位置',
    'pawn-misplaced': '兵（卒）放在了它到不了的位置',
    'kings-facing': '將帥在無遮擋的直線上對面',
    'opponent-in-check': '不輪到走棋的一方正被將軍',
  },
  inCheck: (side) => `${side}被將軍：吃掉、墊子或移動將帥。`,
  winsIn: (n) => (n > 0 ? `${n} 步殺` : `${-n} 步被殺`),
  moved: (m) => ({
    head: m.check ? '將軍！' : '',
    body:
      (m.written
        ? `${m.side}走 ${m.written}${m.captured ? `，吃${m.captured}` : ''}`
        : m.captured
          ? `${m.side}${m.piece}在 ${m.to} 吃${m.captured}`
          : `${m.side}${m.piece}走到 ${m.to}`) + (m.time ? `，用時 ${m.time}。` : '。'),
  }),
  spoken: (m) =>
    `${m.side}${m.written ? `${m.written}：` : `${m.piece} `}${m.from} 到 ${m.to}${m.captured ? `，吃${m.captured}` : ''}${m.check ? '，將軍' : ''}`,
  chased: (victims, attackers) => `${attackers}長捉${victims}`,
  threatened: (pieces) => `${pieces}步步要殺`,
  pieceOn: (piece, at) => `${at} 的${piece}`,
  onFile: (side, file) => (side === 'first' ? `${'一二三四五六七八九'[file - 1]}路` : `${file} 路`),
  pieceOnFile(piece, side, file, one) {
    return `${this.onFile(side, file)}的${{ '': '', front: '前', rear: '後' }[one]}${piece}`
  },
  levels: {
    2: '看得見車被捉，別的常漏看',
    3: '常漏看長線和隔子的炮',
  },
}
