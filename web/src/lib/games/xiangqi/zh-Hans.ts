// 象棋的简体中文用语。

import type { Side } from '../../types'
import type { Words } from './en'
import { zhWhy } from './zh-Hans-why'

const kinds: Record<Side, Record<string, string>> = {
  first: {
    king: '帅',
    advisor: '仕',
    elephant: '相',
    horse: '马',
    chariot: '车',
    cannon: '炮',
    pawn: '兵',
  },
  second: {
    king: '将',
    advisor: '士',
    elephant: '象',
    horse: '马',
    chariot: '车',
    cannon: '炮',
    pawn: '卒',
  },
}

const anyKind: Record<string, string> = {
  king: '将帅',
  advisor: '士',
  elephant: '象',
  horse: '马',
  chariot: '车',
  cannon: '炮',
  pawn: '兵',
}

export const words: Words = {
  /** The server's own names, listed so that the traditional script can be generated from them. */
  names: {
    'Xiangqi (Chinese chess)': '象棋',
    'World Xiangqi Rules': '世界象棋规则',
    'Chinese Xiangqi Association rules': '中国象棋协会规则',
    'Computer rules': '电脑规则',
    'Simple rules (only perpetual check loses)': '简易规则（仅长将判负）',
    'Classic 3 (alpha-beta, depth 3)': '经典 3（α-β 搜索，3 层）',
    'Classic 4 (alpha-beta, depth 4)': '经典 4（α-β 搜索，4 层）',
    'Classic 5 (alpha-beta, depth 5)': '经典 5（α-β 搜索，5 层）',
  },
  name: '象棋',
  sides: { first: '红方', second: '黑方' },
  piece: (side, kind) => (side === 'first' ? '红' : '黑') + (kinds[side][kind] ?? kind),
  kind: (side, kind) => kinds[side][kind] ?? kind,
  anyKind: (kind) => anyKind[kind] ?? kind,
  pieceAbout: {
    king: '将（帅）：在九宫内沿直线走一步。',
    advisor: '士（仕）：在九宫内沿斜线走一步。',
    elephant: '象（相）：沿斜线走两步，中间（象眼）须空；不可过河。',
    horse: '马：先沿直线走一步，再沿斜线向外走一步；第一步处有子即被绊住。',
    chariot: '车：沿直线走任意步。',
    cannon: '炮：沿直线走任意步；吃子时须隔且只隔一个棋子。',
    pawn: '兵（卒）：向前走一步；过河后也可横走。不可后退。',
  } as Record<string, string>,
  variantAbout: {},
  keys: '字母键在棋子间跳转（K 将帅，A 士，E 象，R 车，H 马，C 炮，P 兵卒），T 键跳到下一个可走的子或下一个落点，',
  ends: {
    sentences: {
      checkmate: '将死对方',
      stalemate: '对方无子可动',
      'perpetual-check': '对方长将',
      'perpetual-chase': '对方长捉',
      'mutual-check': '双方长将',
      'mutual-chase': '双方长捉',
      'sixty-move': '六十回合无吃子',
      material: '双方均无力成杀',
    },
    labels: {
      checkmate: '将死',
      stalemate: '困毙',
      'perpetual-check': '长将',
      'perpetual-chase': '长捉',
      'mutual-check': '互相长将',
      'mutual-chase': '互相长捉',
      'sixty-move': '六十回合无吃子',
      material: '无力成杀',
    },
  },
  textLabel: '局面（FEN）、着法或整盘棋谱（PGN、DhtmlXQ）',
  fileAbout: 'PGN、XQF、DhtmlXQ、象棋桥（CBR、CBL、CBF）、FEN 或着法列表。',
  formatNames: { xqf: 'XQF' },
  formatAbout: {
    xqf: '供象棋演播室使用的棋谱，含变着，不是文本，请下载。',
    dhtmlxq: '中文论坛与东萍象棋网的格式。',
  },
  limits: {
    'sixty-move': '回合无吃子',
  },
  why: zhWhy,
  sets: {
    traditional: '繁体',
    simplified: '简体',
    both: '字与图',
    pictures: '图形',
    letters: '字母',
    solid: '实心',
  },
  setAbout: { both: '每个字配一幅小图。', solid: '红方反白印刷，不靠颜色也能分辨。' },
  rules: {
    wxf: '世界象棋规则',
    cxa: '中国象棋协会规则',
    computer: '电脑规则',
    simple: '简易规则',
  },
  rulesAbout: {
    wxf: '长将、长捉同一无根子判负，其他重复判和。',
    cxa: '每步都在攻击的循环判负；依据二手资料整理。',
    computer: '引擎之间通用的规则。',
    simple: '长将判负，其他三次重复判和。',
  },
  faults: {
    'king-missing': '缺少将（帅）',
    'king-outside-palace': '将（帅）在九宫之外',
    'advisor-misplaced': '士（仕）放在了它到不了的位置',
    'elephant-misplaced': '象（相）放在了它到不了的位置',
    'pawn-misplaced': '兵（卒）放在了它到不了的位置',
    'kings-facing': '将帅在无遮挡的直线上对面',
    'opponent-in-check': '不轮到走棋的一方正被将军',
  },
  inCheck: (side) => `${side}被将军：吃掉、垫子或移动将帅。`,
  winsIn: (n) => (n > 0 ? `${n} 步杀` : `${-n} 步被杀`),
  moved: (m) => ({
    head: m.check ? '将军！' : '',
    body:
      (m.written
        ? `${m.side}走 ${m.written}${m.captured ? `，吃${m.captured}` : ''}`
        : m.captured
          ? `${m.side}${m.piece}在 ${m.to} 吃${m.captured}`
          : `${m.side}${m.piece}走到 ${m.to}`) + (m.time ? `，用时 ${m.time}。` : '。'),
  }),
  spoken: (m) =>
    `${m.side}${m.written ? `${m.written}：` : `${m.piece} `}${m.from} 到 ${m.to}${m.captured ? `，吃${m.captured}` : ''}${m.check ? '，将军' : ''}`,
  chased: (victims, attackers) => `${attackers}长捉${victims}`,
  threatened: (pieces) => `${pieces}步步要杀`,
  pieceOn: (piece, at) => `${at} 的${piece}`,
  onFile: (side, file) => (side === 'first' ? `${'一二三四五六七八九'[file - 1]}路` : `${file} 路`),
  pieceOnFile(piece, side, file, one) {
    return `${this.onFile(side, file)}的${{ '': '', front: '前', rear: '后' }[one]}${piece}`
  },
  levels: {
    2: '看得见车被捉，别的常漏看',
    3: '常漏看长线和隔子的炮',
  },
}
