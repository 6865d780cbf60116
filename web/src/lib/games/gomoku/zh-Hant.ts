// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 五子棋與連珠的用語。

import type { OpeningRegion } from '../../types'
import type { Words } from './en'

const fouls: Record<string, string> = {
  overline: '長連',
  'double-four': '四四',
  'double-three': '三三',
}
const threats: Record<string, string> = {
  five: '五連',
  'open-four': '活四',
  'four-three': '四三',
  four: '衝四',
  'double-three': '雙活三',
  'open-three': '活三',
}
const zone = (region: OpeningRegion | null) => {
  if (!region) return '棋盤任意處'
  const { within, edge } = region
  if (!within) return `中央 ${edge}×${edge} 之外`
  return edge === 1 ? '天元' : `中央 ${edge}×${edge} 之內`
}

export const words: Words = {
  /** The server's own names, listed so that the traditional script can be generated from them. */
  names: {
    'Gomoku, freestyle': '五子棋（無禁手）',
    'Gomoku 3 (alpha-beta, depth 3)': '五子棋 3（α-β 搜尋，3 層）',
    'As written': '標準規則',
    Swap2: 'Swap2（三子交換，可再加兩子）',
    Swap: 'Swap（三手交換）',
    'Swap after one': '一手交換',
    Pro: '職業開局',
    'Long Pro': '長職業開局',
    'Gomoku, freestyle, 20×20': '五子棋（無禁手），20路',
    'Gomoku, standard (exactly five)': '五子棋（標準，長連不算）',
    Renju: '連珠（有禁手）',
    'Soosõrv-8': '索索夫-8',
    'Taraguchi-10': '塔拉山口-10',
    Yamaguchi: '山口規則',
    'RIF (two fifth moves)': 'RIF（三手交換，五手兩打）',
    'Super Taraguchi-10': '超級塔拉山口-10',
    Sakata: '坂田規則',
    Tarannikov: '塔蘭尼科夫',
    Caro: '卡羅棋',
    'Caro, overlines win': '卡羅棋（長連可勝）',
    Omok: '五目（韓國規則）',
  },
  name: '五子棋',
  sides: { first: '黑方', second: '白方' },
  piece: (side, _kind) => (side === 'first' ? '黑子' : '白子'),
  kind: (_side, _kind) => '子',
  variantAbout: {},
  keys: '',
  textLabel: '局面、著法（h8 i9 或 7,7 8,8）或整盤棋譜（SGF、PSQ）',
  fileAbout: 'SGF、PSQ、REC、RenLib、RIF、POS 或著法列表。',
  formatNames: {
    psq: 'PSQ',
    rec: 'REC',
    lib: 'RenLib',
    pos: 'POS',
    openings: '開局',
    code: '緊湊',
  },
  formatAbout: {
    psq: '著法，Piskvork 與 Gomocup 的格式。',
    rec: '著法與棋手，Gomotur 的格式。',
    lib: 'RenLib 棋譜庫，不是文字檔，請下載。',
    pos: '以位元組記錄的著法，供 RenLib 使用，不是文字檔，請下載。',
    openings: '作為 Gomocup 開局的著法：各子到中心的距離。',
    code: '著法相連，中間沒有空格。',
  },
  toMove: '落子',
  notations: { engine: '字母加數字（H8）' },
  ends: {
    sentences: {
      'no-points': '已無可下之點',
      five: '五子連珠',
      overline: '對方長連',
      'double-four': '對方四四禁手',
      'double-three': '對方三三禁手',
      'full-board': '棋盤已滿',
      passes: '雙方相繼停一手',
    },
    labels: {
      'no-points': '無點可下',
      five: '五連',
      overline: '長連禁手',
      'double-four': '四四禁手',
      'double-three': '三三禁手',
      'full-board': '滿盤',
      passes: '雙方停手',
    },
  },
  cell: (c) =>
    [
      `${c.at} ${c.stone || '空'}${c.number > 0 ? ` ${c.number}` : ''}`,
      c.winning ? '五連之一' : '',
      c.last ? '上一步' : '',
      c.forbidden ? `禁手：${c.forbidden}` : '',
      c.offered ? '五手備選點' : '',
      ...c.threats,
      c.fault ? '不能放在這裡' : '',
    ]
      .filter(Boolean)
      .join('，'),
  foul: (kind) => fouls[kind] ?? kind,
  forbidden: (side, at, kind) =>
    `${side}不能下在 ${at.toUpperCase()}：${fouls[kind] ?? kind}禁手。`,
  threat: (side, kind) => `${side}可成${threats[kind] ?? kind}`,
  moved: (side, at, made, time) => ({
    head: made === 'five' || made.includes('four') ? `${threats[made]}。` : '',
    body:
      (at ? `${side}下在 ${at.toUpperCase()}` : `${side}停一手`) +
      (made && made !== 'five' ? `，成${threats[made] ?? made}` : '') +
      (time ? `，用時 ${time}。` : '。'),
  }),
  spoken: (side, at, made) =>
    at ? `${side} ${at.toUpperCase()}${made ? `，${threats[made] ?? made}` : ''}` : `${side}停一手`,
  pass: '停一手',
  passAbout: '不落子。雙方相繼停一手，則為和棋。',
  placeAt: (at) => `下在 ${at}`,
  numbers: '手數',
  threats: '威脅',
  threatsAbout: '方塊：可成四的點；菱形：可成活三的點。黑方實心，白方空心。',
  numbersSetting: '棋子顯示手數',
  threatsSetting: '顯示三與四',
  placing: '觸控落子方式',
  placings: { auto: '自動', direct: '直接', confirm: '確認', slide: '滑動' },
  placingsAbout: {
    auto: '點夠大時直接落子；小於指尖時需再點一次確認。',
    direct: '點一下即落子。',
    confirm: '點一下先顯示虛子，再點一次或按按鈕落子。',
    slide: '按住滑動，在放大鏡下對準，鬆手落子。',
  },
  rule: '規則',
  ruleNames: {
    gomoku: '無禁手',
    'gomoku-standard': '標準',
    renju: '連珠（有禁手）',
    caro: '卡羅',
    'caro-free': '卡羅（長連勝）',
    omok: '韓國五目',
  },
  ruleAbout: {
    gomoku: '雙方連成五子或更多即勝。',
    'gomoku-standard': '恰好五子才勝，長連不算。',
    renju: '黑方禁長連、四四、三三。',
    caro: '恰好五子且兩端未被對方堵死才勝。',
    'caro-free': '同卡羅，但長連總算勝。',
    omok: '韓國規則：禁三三，可自定下列規則。',
  },
  size: '棋盤',
  sizeOf: (n) => `${n}×${n}`,
  otherSize: '其他',
  lines: '路數（5 至 22）',
  house: '自定規則',
  house33: '三三禁手',
  house44: '四四禁手',
  houseSix: '超過五子',
  bound: { none: '不禁', black: '禁黑', both: '雙方皆禁' },
  six: { win: '算勝', nothing: '不算', foul: '禁黑', 'foul-both': '雙方皆禁' },
  openingNone: '無',
  openingAbout: {
    '': '黑方任意開局，簡單，但黑方佔優。',
    swap: '一方擺三子，另一方選顏色。',
    'swap-1': '一方下第一子，另一方選顏色。',
    swap1: '一方下第一子，另一方選顏色。',
    swap2: '一方擺三子；另一方選顏色，或再擺兩子讓對方選。五子棋最公平的開局。',
    pro: '黑一在天元，黑三在中央 5×5 之外。',
    'long-pro': '黑一在天元，黑三在中央 7×7 之外。',
    rif: '指定開局，三手可交換，五手兩打。',
    yamaguchi: '山口規則：開局方同時宣告五手打點數。',
    soosorv: '索索夫：三手交換，白四時宣告打點數，再可交換。',
    'soosorv-8': '索索夫-8：三手交換，白四時宣告打點數（最多八），再可交換。',
    taraguchi: '塔拉山口：逐手交換，或五手十打。',
    'taraguchi-10': '塔拉山口-10：逐手交換，或五手十打。',
    'super-taraguchi-10': '同塔拉山口-10，範圍更大。',
    sakata: '坂田：一方擺三子，另一方擺兩子，先者可交換。',
    tarannikov: '塔蘭尼科夫：前五手範圍漸大，每手可交換。',
    'two-offer': '五手兩打：黑方給出兩個第五手，白方留一個。',
  },
  openingTitle: (name) => `開局：${name}`,
  waits: (player) => `等${player}決定。`,
  put: (side, where, left) =>
    `請在${zone(where)}放一枚${side === 'first' ? '黑' : '白'}子${left > 1 ? `，還要放 ${left} 枚` : ''}。`,
  choose: '你要哪種顏色？',
  declare: '黑方五手幾打？',
  offer: (left) => `請給出黑方第五手的備選點，還差 ${left} 個。`,
  offerAbout: '對方將留下其中一個。與已給出的點對稱的點不算。',
  pick: '請點選一個備選點，留作第五手。',
  choices: (choice, colour, other) =>
    ({
      swap: `改執${other}`,
      keep: `仍執${colour}`,
      'put-two': '再放兩子',
      'offer-ten': '五手十打',
    })[choice] ?? choice,
  leads: {
    putTwo: '你再放白黑各一子，然後由對方選顏色。',
    offerTen: '不交換：你給出十個不同的第五手，對方留一個。',
    plays: (you): string => (you ? '接著由你落子，對局繼續。' : '接著由對方落子，對局繼續。'),
    swapsAgain: (you): string =>
      you ? '接著由你落子，然後對方可以交換。' : '接著由對方落子，然後你可以交換。',
    fourth: (you, n) =>
      you
        ? `由你下第四手；之後對方給出 ${n} 個第五手，你留一個。`
        : `由對方下第四手；之後你要給出 ${n} 個第五手，對方留一個。`,
    declares: (you) =>
      you
        ? '由你下第四手並宣告五手打點數；對方可以再次交換。'
        : '由對方下第四手並宣告五手打點數；你可以再次交換。',
    offers: (you, n) =>
      you ? `之後你要給出 ${n} 個第五手，對方留一個。` : `之後對方給出 ${n} 個第五手，你留一個。`,
  },
  acts: '至此',
  comma: '，',
  answered: (act, n) =>
    n !== null
      ? `已宣告五手 ${n} 打`
      : ({
          swap: '已交換顏色',
          keep: '顏色未變',
          'put-two': '再放兩子',
          'offer-ten': '五手十打',
        }[act] ?? act),
  answer: (act, a) => {
    if (act === 'swap') return a.who ? `${a.who}改執${a.colour}。` : '雙方交換顏色。'
    if (act === 'keep') return a.who ? `${a.who}仍執${a.colour}。` : `${a.colour}不變，雙方不交換。`
    if (act === 'put-two') return `${a.who}再放兩子。`
    if (act === 'offer-ten') return `${a.who}選擇五手十打。`
    return `${a.who}宣告五手 ${a.number} 打。`
  },
  whyNot: {
    occupied: (at) => `${at} 已有棋子。`,
    zone: (at, where) => `不能下在 ${at}：這一子須放在${zone(where)}。`,
    offered: (at) => `${at} 已經給出。`,
    mirror: (at) => `${at} 與已給出的點對稱，不算新的一打。`,
    pick: (at) => `${at} 不是備選點，請從備選點中留一個。`,
    answerFirst: '請先回答開局的問題。',
  },
  balance: (side, degree) =>
    degree === 0 ? '雙方大致相當' : `${side}${['', '稍好', '較好', '大優'][degree]}`,
  decided: (side, n) => `${side} ${n} 步勝`,
  machine: '弈棋',
  levels: {
    1: '常常不擋四，也不擋活三',
    2: '多半會擋四，常漏看活三',
    3: '常漏看離上一手較遠的活三',
  },
}
