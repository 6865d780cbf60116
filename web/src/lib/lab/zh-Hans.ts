// 简体中文。

import type { en, StepFacts } from './en'

const mover = (f: StepFacts) => (f.isMax ? f.max : f.min)
const other = (f: StepFacts) => (f.isMax ? f.min : f.max)

function window(f: StepFacts): string {
  if (!f.low && !f.high) return '现在任何值都还算数。'
  if (!f.high) return `${f.max}在别处已有 ${f.low}：只有更大的值才算数。`
  if (!f.low) return `${f.min}已能把${f.max}压到 ${f.high}：只有更小的值才算数。`
  return `${f.max}已有 ${f.low}，${f.min}能把它压到 ${f.high}：只有两者之间的值才算数。`
}

const saves = (f: StepFacts) => (f.saved ? `这大约省下 ${f.saved} 个节点。` : '')
const isWorth = (f: StepFacts) =>
  f.exact ? f.value : f.isMax ? `至多 ${f.value}` : `至少 ${f.value}`

export const words: typeof en = {
  title: '实验室',
  lead: '看看电脑怎样思考。',
  tabs: {
    label: '实验室',
    search: '搜索',
    evaluation: '估值',
    mind: '引擎的思路',
    depth: '深度与时间',
    match: '比赛',
    lessons: '小课',
  },
  sides: { max: 'MAX', min: 'MIN' },
  null: '空着',
  root: '根节点',
  setUp: {
    label: '设置',
    from: '局面',
    start: (name) => `${name}：开局`,
    given: {
      game: '来自对局',
      study: '来自研究',
      text: '来自文本',
    },
    textbook: {
      norvig: '教科书：三个着法，三个应着',
      'four-plies': '教科书：四层',
    },
    textbooks: '教科书的树',
    games: '棋种',
    after: (ply, all, name) => `第 ${ply} 着（共 ${all} 着），${name}`,
    byHand: '摆棋…',
    open: '打开棋谱…',
    depth: '深度',
    plies: (n) => `${n} 层`,
    technique: '技术',
    beside: '并排比较',
    alone: '– 不比较 –',
    begin: '开始搜索',
    again: '重新搜索',
    stop: '停止',
  },
  position: {
    title: '摆一个局面',
    game: '棋种',
    board: '要搜索的局面',
    text: '局面文字（FEN 等）',
    faults: '还不能搜索：',
    good: '这个局面可以搜索。',
    take: '采用',
    hint: '整局棋的文字或文件：“打开棋谱…”。',
  },
  game: {
    title: '打开棋谱或局面',
    text: '棋谱或局面的文字',
    hint: 'PGN、PDN、SGF、着法、FEN 等',
    variant: '棋种（文字未写明时）',
    none: '粘贴文字，或选择文件。',
    good: (name, moves) =>
      moves === 0 ? `${name}：一个局面。` : `${name}，共 ${moves} 着：选择在哪一着之后搜索。`,
    over: '这一着之后对局已结束：请选更早的一着。',
    board: '要搜索的局面',
    ply: '已走着数',
    at: (ply, all, move) =>
      ply === 0 ? `开局（共 ${all} 着）` : `${move} 之后（第 ${ply} 着，共 ${all} 着）`,
    first: '到开头',
    back: '退一着',
    next: '进一着',
    last: '到最后一着',
  },
  techniques: {
    minimax: { name: '极小化极大', about: '什么都看。' },
    'alpha-beta': { name: 'Alpha-beta 剪枝', about: '略去不可能有影响的部分。' },
    captures: { name: '+ 吃子优先', about: '吃子先看，按得子多少排序。' },
    history: { name: '+ 历史启发', about: '引起过剪枝的着法排在前面。' },
    killers: { name: '+ 杀手着法', about: '驳倒过兄弟节点的着法排在前面。' },
    continuation: {
      name: '+ 连续历史',
      about: '在相同的前几步之后好过的着法排在前面。',
    },
    hints: { name: '+ 棋种提示', about: '用棋种的知识给安静着法排序。' },
    'null-windows': { name: '+ 零窗口', about: '对后面的着法只问是否更好。' },
    deepening: { name: '+ 迭代加深', about: '先搜 1 层，再搜 2 层、3 层……' },
    aspiration: { name: '+ 期望窗口', about: '从上次的值周围的窄窗口开始。' },
    table: { name: '+ 置换表', about: '记住到过的局面。' },
    'null-move': { name: '+ 空着', about: '停一步仍然太好：剪去。' },
    reductions: { name: '+ 后着缩减', about: '靠后的着法搜得浅一些。' },
    pruning: { name: '+ 全部剪枝', about: '略去几乎不可能有影响的部分。' },
    extensions: { name: '+ 延伸', about: '被迫的着法搜得深一些。' },
    full: { name: '完整引擎', about: '带静态搜索：把吃子走完。' },
    'history-only': {
      name: 'Alpha-beta + 历史启发',
      about: '教科书里的电脑就这样搜索。',
    },
    'alpha-beta-quiescence': {
      name: 'Alpha-beta + 静态搜索',
      about: '在视界以下把吃子走完。',
    },
  },
  inexact: '得到的值可能和极小化极大不同。',
  states: {
    waiting: '正在等空闲的处理器',
    searching: '正在搜索',
    done: '已完成',
    limit: '搜索达到了节点数上限。已有的部分有效，其余没有。',
    'limit-memory': '棋馆没有内存记录更多步骤。已有的部分有效，其余没有。',
    stopped: '已停止',
    failed: '搜索失败。',
  },
  loading: (loaded, all) => `已收到 ${loaded} / ${all} 步`,
  empty: '请选择一个局面，然后点“开始搜索”。',
  tree: {
    label: (technique) => `搜索树：${technique}`,
    help: '方向键在节点之间移动，Esc 回到最后一步，加号和减号缩放，0 显示全部。',
    fit: '显示全部',
    closer: '放大',
    wider: '缩小',
    follow: '跟随搜索',
    iteration: (depth) => `深度 ${depth}`,
    leftOut: (n) => `剪 ${n}`,
    list: '列表形式的搜索树',
    more: (n) => `还有 ${n} 个`,
    show: '以列表显示',
    comma: '，',
    cut: '已剪枝',
    joined: '来自置换表',
    open: '正在搜索',
    value: (value) => `值 ${value}`,
    window: (low, high) => `窗口 ${low} 到 ${high}`,
    best: '主要变例',
  },
  controls: {
    label: '步进',
    start: '回到开头',
    back: '后退一步',
    play: '播放',
    pause: '暂停',
    step: '前进一步',
    over: '越过子树',
    out: '走出节点',
    cut: '下次剪枝',
    end: '到结尾',
    speed: '速度',
    perSecond: (n) => `每秒 ${n}`,
    within: (seconds) => `${seconds} 秒看完`,
    seek: '步',
    at: (at, of) => `第 ${at} 步，共 ${of} 步`,
  },
  counters: {
    label: '计数',
    nodes: '节点',
    leaves: '叶子',
    quiet: '静态搜索中',
    cuts: '剪枝',
    table: '来自置换表',
    saved: '大约省下的节点',
    skipped: '略去的着法',
    minimax: (all, seen, exact) =>
      `极小化极大要看${exact ? '' : '大约'} ${all} 个叶子；你看到了 ${seen} 个。`,
    share: (percent) => `这是其中的 ${percent}。`,
  },
  node: {
    label: '节点',
    window: '窗口 (α, β)',
    before: '进入时',
    value: '值',
    depth: '剩余深度',
    mover: '轮到',
    moves: '按搜索次序的着法',
    movesAfter: (move) => `${move} 之后的着法，按搜索次序`,
    was: (n) => `原第 ${n}`,
    next: '尚未搜索',
    order: (visit) => `↑：比${visit}提前的位数。`,
    leftOut: '没有搜索',
    saved: (n) => `大约省下 ${n} 个节点`,
    views: '值都从根节点走棋一方来看。',
    back: '回到最后一步',
    board: '该节点的棋盘',
    quiet: (n) => `静态搜索，第 ${n} 层`,
  },
  purposes: {
    scout: '只问：是否更好？',
    reduced: '先搜得浅一些',
    again: '再搜一次',
    'null-move': '停一步之后',
    verify: '验证空着',
    singular: '其他着法都更差吗？',
    probcut: '吃子，搜得较浅',
    'probable-cut': '搜得浅得多',
    razor: '只看吃子',
  },
  visits: {
    again: '上一次',
    iteration: (depth) => `在深度 ${depth} `,
    sibling: (move) => `在 ${move} 之后`,
  },
  steps: {
    none: '点“前进一步”或“播放”：搜索还没有开始。',
    iteration: (depth) =>
      depth === 1 ? '搜索从深度 1 开始。' : `搜索重新开始，这次 ${depth} 层。`,
    root: (f) =>
      `轮到${f.max}。${f.low || f.high ? window(f) : '还什么都不知道：窗口两端都是开的。'}`,
    enter: (f) => `${other(f)}试 ${f.move}。${window(f)}`,
    leafEnter: (f) => `${other(f)}试 ${f.move}，到达视界。`,
    purposes: {
      scout: (f) =>
        `${other(f)}试 ${f.move}。搜索只问它是否好过 ${f.isMax ? f.high : f.low}：窗口没有宽度。`,
      reduced: (f) => `${other(f)}试 ${f.move}，这是靠后的着法：先搜得浅一些，窗口没有宽度。`,
      again: (f) => `${f.move} 比预想的好：再搜一次。${window(f)}`,
      'null-move': (f) => `${other(f)}停一步。如果这样局面仍然太好，真正的着法不会更差。`,
      verify: () => '这个节点不用空着再搜一次，以验证刚才的空着。',
      singular: () => '除预期最好的着法外，其余都搜得浅一些：如果全都更差，就把那一着搜得更深。',
      probcut: (f) => `${other(f)}试 ${f.move}，这是好的吃子，搜得浅一些：它可能大幅超出窗口。`,
      'probable-cut': () => '这个节点搜得浅得多：它可能大幅超出窗口。',
      razor: () => '局面远低于窗口：只看吃子。',
    },
    risen: ({ move, was, now, visit, best, cuts }) => {
      const since = best ? '：那时它最好' : cuts > 0 ? `：其间它剪枝 ${cuts} 次` : ''
      return `次序变了：${move} ${visit}排第 ${was}，现在排第 ${now}${since}。`
    },
    raise: (f) =>
      f.isMax
        ? `${f.best} 使${f.max}得到 ${f.value}：这里目前最好。α 升到这个值。`
        : `${f.best} 把${f.max}压到 ${f.value}：这里${f.min}目前最好。上界降到这个值。`,
    skip: (f) => `略去 ${f.move}：它几乎不可能改变这里的值。`,
    reasons: {
      exhausted: (f) =>
        f.exact
          ? `${f.tried} 个着法都搜完了：值是 ${f.value}，着法是 ${f.best}。`
          : `所有着法都搜完了，没有一个对${mover(f)}够好：值${isWorth(f)}。`,
      'cut-off': (f) =>
        `剪枝：走 ${f.best}，${f.max}${f.isMax ? '至少' : '至多'}得到 ${f.value}，但${
          f.isMax ? `${f.min}在别处能把它压到 ${f.high}` : `${f.max}在别处已有 ${f.low}`
        }，所以不会走到这个局面。${
          f.leftOut > 0 ? `其余 ${f.leftOut} 个着法不用看了。` : '反正这是最后一个着法。'
        }${saves(f)}`,
      evaluated: (f) => `到达视界：估值是 ${f.value}。`,
      'stand-pat': (f) => `不吃子局面已经值 ${f.value}：足够好，不用看吃子。`,
      over: (f) => `对局在这里结束：${f.value}。`,
      foreseen: (f) => `不用搜索结果就已确定：${f.value}。`,
      database: (f) => `残局库知道结果：${f.value}。`,
      'mate-distance': () => '别处已知更快的胜法：这里不会更好。',
      table: (f) => `这个局面以前按别的次序到过：置换表里有它的值 ${f.value}。${saves(f)}`,
      razoring: (f) => `吃子也没有用：值至多约为 ${f.value}。`,
      'reverse-futility': (f) => `局面远高于窗口，${other(f)}追不回来：不搜索就返回 ${f.value}。`,
      'null-move': (f) => `停一步之后${mover(f)}仍有 ${f.value}：剪去这个节点。${saves(f)}`,
      probcut: (f) => `较浅的搜索里一个吃子大幅超出窗口：${f.value}。`,
      'probable-cut': (f) => `较浅的搜索大幅超出窗口：${f.value}。`,
      'multi-cut': (f) => `这里有好几个着法太好：返回 ${f.value}。`,
      stopped: () => '搜索在这里停止。',
    },
  },
  evaluation: {
    by: '谁的估值',
    own: '引擎',
    term: '评估项',
    total: '总计',
    balance: '差额',
    lead: (side) => `单位是百分之一；正数对${side}有利。`,
    layers: '在棋盘上显示',
    none: '不显示',
    board: '带估值的棋盘',
    emptyLayer: '在这个局面里这一项为零。',
    control: (at, first, a, second, b) => `${at}：${first} ${a}，${second} ${b}`,
    threatens: (side, from, to) => `${side} ${from} 攻击 ${to}`,
    protects: (side, from, to) => `${side} ${from} 保护 ${to}`,
    reaches: (side, from, to) => `${side} ${from} 可到 ${to || '无处'}`,
    need: '请选择一个棋局的局面。',
    legend: {
      shading: '颜色越深，位置越好（虚线则越差）。',
      dots: '棋子能到的每个点有一个圆点。',
      arrows: '实线箭头是攻击，虚线箭头是保护。',
      control: '点的颜色属于能到达它次数较多的一方。',
      values: '数字表示棋子或点的价值。',
    },
  },
  terms: {
    material: '子力',
    place: '位置',
    places: '位置',
    mobility: '灵活性',
    threats: '威胁',
    tempo: '先手',
    scale: '向和棋缩减',
    'quiet-plies': '无吃子的步数',
    network: '学自对局的神经网络',
    rounding: '舍入',
    protection: '保护',
    control: '控制',
    turn: '轮到的一方',
    shapes: '棋形',
    edge: '边',
    centre: '中央',
    moves: '可走的着法',
    answers: '应着',
    empty: '空格',
    attacks: '威胁与保护',
    worth: '每个棋子的价值',
    patterns: '每个点的棋形',
  },
  mind: {
    lead: '引擎像在对局里一样搜索这个局面。看它最喜欢哪一着、怎样给着法排序、时间花在哪里。',
    begin: '让它想',
    stop: '停止',
    seconds: (n) => `${n} 秒`,
    time: '时间',
    chart: '着法与迭代',
    chartAbout:
      '每列是一次迭代，每行是一个着法。颜色深浅是所占节点的份额；★ 是最喜欢的着法；小数字是排序中的名次。',
    move: '着法',
    depth: '深度',
    favourites: '各深度最喜欢的着法',
    score: '分数',
    line: '变例',
    nodes: '节点',
    cell: (share, order, favourite) =>
      `占节点的 ${share}，排第 ${order}${favourite ? '，最喜欢' : ''}`,
    changed: (n) => (n === 0 ? '最喜欢的着法没有变过。' : `最喜欢的着法变了 ${n} 次。`),
    others: (n) => `另有 ${n} 个着法`,
  },
  lessons: {
    lead: '六节小课，每节最后都可以试一试。',
    attempt: '试一试',
    all: [
      {
        title: '什么是极小化极大？',
        text: [
          '电脑往前看：我的着法、你的应着、我对应着的应着。到视界它就停下，让估值说局面值多少。',
          '然后这些值往上传。轮到我时取最大的值，轮到你时取最小的值：你要的和我相反。传到根节点的值，就是双方在视界之内都走最好时的结果。',
        ],
        attempt:
          '一步一步走过教科书的树。每个内部节点取叶子中最小的值，根节点取其中最大的：3。九个叶子全都看了。',
      },
      {
        title: '为什么 Alpha-beta 可以略去着法？',
        text: [
          '假设已知一个着法给我 3。现在看第二个着法，它的第一个应着就把我压到 2。不管其余应着怎样，我都不会走这一着：我已经有 3 了。其余应着不用看。',
          '搜索带着两个数：α 是我已有的，β 是你已能把我压到的。一旦值落到这个窗口之外，节点就结束。根节点的值和极小化极大的一样。',
        ],
        attempt:
          '同一棵树，极小化极大和 Alpha-beta 并排。走到第一次剪枝：两个叶子被划掉。两边的值都是 3。',
      },
      {
        title: '为什么次序重要？',
        text: [
          '找到好的应着才会剪枝。好应着排在前面，其余几乎全被划掉；排在最后，什么也剪不掉。次序最好时，叶子数约降到平方根：每步 40 个着法、深度 4，从 256 万降到约 3200。',
          '所以电脑要猜：先看吃子，再看在别处引起过剪枝的着法（历史启发），以及较浅搜索里最好的着法。',
        ],
        attempt: '把不排序的 Alpha-beta 和按历史排序的 Alpha-beta 作比较。',
      },
      {
        title: '视界与静态搜索',
        text: [
          '固定深度的搜索可能停在兑子的半途。我刚吃了你的子，而视界遮住了它会被吃回：估值就相信了一个不存在的便宜。',
          '因此引擎不在那里停。在视界以下它把吃子走完，直到局面安静，才问估值。双方也都可以不吃：没有人非吃不可。',
        ],
        attempt: '比较有静态搜索和没有静态搜索的 Alpha-beta。看叶子：有些在视界以下还继续。',
      },
      {
        title: '殊途同归',
        text: [
          '同样的着法按不同次序走，会到同一个局面。在树里它们是不同的节点，但值相同。',
          '置换表记住局面和它们的值。同一局面再来时，搜索从表里取值，这一枝就并入先前搜过的那一枝。',
        ],
        attempt: '用置换表搜索。点线表示哪些分枝并在一起。',
      },
      {
        title: '空着证明什么？',
        text: [
          '在多数局面里，轮到自己走是好处。那就让走的一方停一步：如果这样局面对对方仍然太好，那么总有真正的着法也太好。较浅的搜索就能看出来，于是剪去这个节点。',
          '这是一个赌注，不是证明：在每一着都使局面变坏的时候（被迫走坏），停一步比任何着法都好。所以引擎在这样的局面里不用空着，或者加以验证。',
        ],
        attempt: '用空着搜索，找停一步之后的节点。',
      },
    ],
    of: (name) => `所用棋盘：${name}`,
  },
  problems: {
    'lab-textbook': '这棵树没有用那种技术搜索过。',
  },
}
