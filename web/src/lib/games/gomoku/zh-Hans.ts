// 五子棋与连珠的用语。

import type { OpeningRegion } from '../../types'
import type { Words } from './en'

const fouls: Record<string, string> = {
  overline: '长连',
  'double-four': '四四',
  'double-three': '三三',
}
const threats: Record<string, string> = {
  five: '五连',
  'open-four': '活四',
  'four-three': '四三',
  four: '冲四',
  'double-three': '双活三',
  'open-three': '活三',
}
const zone = (region: OpeningRegion | null) => {
  if (!region) return '棋盘任意处'
  const { within, edge } = region
  if (!within) return `中央 ${edge}×${edge} 之外`
  return edge === 1 ? '天元' : `中央 ${edge}×${edge} 之内`
}

export const words: Words = {
  /** The server's own names, listed so that the traditional script can be generated from them. */
  names: {
    'Gomoku, freestyle': '五子棋（无禁手）',
    'Gomoku 3 (alpha-beta, depth 3)': '五子棋 3（α-β 搜索，3 层）',
    'As written': '标准规则',
    Swap2: 'Swap2（三子交换，可再加两子）',
    Swap: 'Swap（三手交换）',
    'Swap after one': '一手交换',
    Pro: '职业开局',
    'Long Pro': '长职业开局',
    'Gomoku, freestyle, 20×20': '五子棋（无禁手），20路',
    'Gomoku, standard (exactly five)': '五子棋（标准，长连不算）',
    Renju: '连珠（有禁手）',
    'Soosõrv-8': '索索夫-8',
    'Taraguchi-10': '塔拉山口-10',
    Yamaguchi: '山口规则',
    'RIF (two fifth moves)': 'RIF（三手交换，五手两打）',
    'Super Taraguchi-10': '超级塔拉山口-10',
    Sakata: '坂田规则',
    Tarannikov: '塔兰尼科夫',
    Caro: '卡罗棋',
    'Caro, overlines win': '卡罗棋（长连可胜）',
    Omok: '五目（韩国规则）',
  },
  name: '五子棋',
  sides: { first: '黑方', second: '白方' },
  piece: (side, _kind) => (side === 'first' ? '黑子' : '白子'),
  kind: (_side, _kind) => '子',
  variantAbout: {},
  keys: '',
  textLabel: '局面、着法（h8 i9 或 7,7 8,8）或整盘棋谱（SGF、PSQ）',
  fileAbout: 'SGF、PSQ、REC、RenLib、RIF、POS 或着法列表。',
  formatNames: {
    psq: 'PSQ',
    rec: 'REC',
    lib: 'RenLib',
    pos: 'POS',
    openings: '开局',
    code: '紧凑',
  },
  formatAbout: {
    psq: '着法，Piskvork 与 Gomocup 的格式。',
    rec: '着法与棋手，Gomotur 的格式。',
    lib: 'RenLib 棋谱库，不是文本，请下载。',
    pos: '以字节记录的着法，供 RenLib 使用，不是文本，请下载。',
    openings: '作为 Gomocup 开局的着法：各子到中心的距离。',
    code: '着法相连，中间没有空格。',
  },
  toMove: '落子',
  notations: { engine: '字母加数字（H8）' },
  ends: {
    sentences: {
      'no-points': '已无可下之点',
      five: '五子连珠',
      overline: '对方长连',
      'double-four': '对方四四禁手',
      'double-three': '对方三三禁手',
      'full-board': '棋盘已满',
      passes: '双方相继停一手',
    },
    labels: {
      'no-points': '无点可下',
      five: '五连',
      overline: '长连禁手',
      'double-four': '四四禁手',
      'double-three': '三三禁手',
      'full-board': '满盘',
      passes: '双方停手',
    },
  },
  cell: (c) =>
    [
      `${c.at} ${c.stone || '空'}${c.number > 0 ? ` ${c.number}` : ''}`,
      c.winning ? '五连之一' : '',
      c.last ? '上一步' : '',
      c.forbidden ? `禁手：${c.forbidden}` : '',
      c.offered ? '五手备选点' : '',
      ...c.threats,
      c.fault ? '不能放在这里' : '',
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
      (time ? `，用时 ${time}。` : '。'),
  }),
  spoken: (side, at, made) =>
    at ? `${side} ${at.toUpperCase()}${made ? `，${threats[made] ?? made}` : ''}` : `${side}停一手`,
  pass: '停一手',
  passAbout: '不落子。双方相继停一手，则为和棋。',
  placeAt: (at) => `下在 ${at}`,
  numbers: '手数',
  threats: '威胁',
  threatsAbout: '方块：可成四的点；菱形：可成活三的点。黑方实心，白方空心。',
  numbersSetting: '棋子显示手数',
  threatsSetting: '显示三与四',
  placing: '触屏落子方式',
  placings: { auto: '自动', direct: '直接', confirm: '确认', slide: '滑动' },
  placingsAbout: {
    auto: '点够大时直接落子；小于指尖时需再点一次确认。',
    direct: '点一下即落子。',
    confirm: '点一下先显示虚子，再点一次或按按钮落子。',
    slide: '按住滑动，在放大镜下对准，松手落子。',
  },
  rule: '规则',
  ruleNames: {
    gomoku: '无禁手',
    'gomoku-standard': '标准',
    renju: '连珠（有禁手）',
    caro: '卡罗',
    'caro-free': '卡罗（长连胜）',
    omok: '韩国五目',
  },
  ruleAbout: {
    gomoku: '双方连成五子或更多即胜。',
    'gomoku-standard': '恰好五子才胜，长连不算。',
    renju: '黑方禁长连、四四、三三。',
    caro: '恰好五子且两端未被对方堵死才胜。',
    'caro-free': '同卡罗，但长连总算胜。',
    omok: '韩国规则：禁三三，可自定下列规则。',
  },
  size: '棋盘',
  sizeOf: (n) => `${n}×${n}`,
  otherSize: '其他',
  lines: '路数（5 至 22）',
  house: '自定规则',
  house33: '三三禁手',
  house44: '四四禁手',
  houseSix: '超过五子',
  bound: { none: '不禁', black: '禁黑', both: '双方皆禁' },
  six: { win: '算胜', nothing: '不算', foul: '禁黑', 'foul-both': '双方皆禁' },
  openingNone: '无',
  openingAbout: {
    '': '黑方任意开局，简单，但黑方占优。',
    swap: '一方摆三子，另一方选颜色。',
    'swap-1': '一方下第一子，另一方选颜色。',
    swap1: '一方下第一子，另一方选颜色。',
    swap2: '一方摆三子；另一方选颜色，或再摆两子让对方选。五子棋最公平的开局。',
    pro: '黑一在天元，黑三在中央 5×5 之外。',
    'long-pro': '黑一在天元，黑三在中央 7×7 之外。',
    rif: '指定开局，三手可交换，五手两打。',
    yamaguchi: '山口规则：开局方同时声明五手打点数。',
    soosorv: '索索夫：三手交换，白四时声明打点数，再可交换。',
    'soosorv-8': '索索夫-8：三手交换，白四时声明打点数（最多八），再可交换。',
    taraguchi: '塔拉山口：逐手交换，或五手十打。',
    'taraguchi-10': '塔拉山口-10：逐手交换，或五手十打。',
    'super-taraguchi-10': '同塔拉山口-10，范围更大。',
    sakata: '坂田：一方摆三子，另一方摆两子，先者可交换。',
    tarannikov: '塔兰尼科夫：前五手范围渐大，每手可交换。',
    'two-offer': '五手两打：黑方给出两个第五手，白方留一个。',
  },
  openingTitle: (name) => `开局：${name}`,
  waits: (player) => `等${player}决定。`,
  put: (side, where, left) =>
    `请在${zone(where)}放一枚${side === 'first' ? '黑' : '白'}子${left > 1 ? `，还要放 ${left} 枚` : ''}。`,
  choose: '你要哪种颜色？',
  declare: '黑方五手几打？',
  offer: (left) => `请给出黑方第五手的备选点，还差 ${left} 个。`,
  offerAbout: '对方将留下其中一个。与已给出的点对称的点不算。',
  pick: '请点选一个备选点，留作第五手。',
  choices: (choice, colour, other) =>
    ({
      swap: `改执${other}`,
      keep: `仍执${colour}`,
      'put-two': '再放两子',
      'offer-ten': '五手十打',
    })[choice] ?? choice,
  leads: {
    putTwo: '你再放白黑各一子，然后由对方选颜色。',
    offerTen: '不交换：你给出十个不同的第五手，对方留一个。',
    plays: (you): string => (you ? '接着由你落子，对局继续。' : '接着由对方落子，对局继续。'),
    swapsAgain: (you): string =>
      you ? '接着由你落子，然后对方可以交换。' : '接着由对方落子，然后你可以交换。',
    fourth: (you, n) =>
      you
        ? `由你下第四手；之后对方给出 ${n} 个第五手，你留一个。`
        : `由对方下第四手；之后你要给出 ${n} 个第五手，对方留一个。`,
    declares: (you) =>
      you
        ? '由你下第四手并声明五手打点数；对方可以再次交换。'
        : '由对方下第四手并声明五手打点数；你可以再次交换。',
    offers: (you, n) =>
      you ? `之后你要给出 ${n} 个第五手，对方留一个。` : `之后对方给出 ${n} 个第五手，你留一个。`,
  },
  acts: '至此',
  comma: '，',
  answered: (act, n) =>
    n !== null
      ? `已声明五手 ${n} 打`
      : ({
          swap: '已交换颜色',
          keep: '颜色未变',
          'put-two': '再放两子',
          'offer-ten': '五手十打',
        }[act] ?? act),
  answer: (act, a) => {
    if (act === 'swap') return a.who ? `${a.who}改执${a.colour}。` : '双方交换颜色。'
    if (act === 'keep') return a.who ? `${a.who}仍执${a.colour}。` : `${a.colour}不变，双方不交换。`
    if (act === 'put-two') return `${a.who}再放两子。`
    if (act === 'offer-ten') return `${a.who}选择五手十打。`
    return `${a.who}声明五手 ${a.number} 打。`
  },
  whyNot: {
    occupied: (at) => `${at} 已有棋子。`,
    zone: (at, where) => `不能下在 ${at}：这一子须放在${zone(where)}。`,
    offered: (at) => `${at} 已经给出。`,
    mirror: (at) => `${at} 与已给出的点对称，不算新的一打。`,
    pick: (at) => `${at} 不是备选点，请从备选点中留一个。`,
    answerFirst: '请先回答开局的问题。',
  },
  balance: (side, degree) =>
    degree === 0 ? '双方大致相当' : `${side}${['', '稍好', '较好', '大优'][degree]}`,
  decided: (side, n) => `${side} ${n} 步胜`,
  machine: '弈棋',
  levels: {
    1: '常常不挡四，也不挡活三',
    2: '多半会挡四，常漏看活三',
    3: '常漏看离上一手较远的活三',
  },
}
