// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 繁體中文。

import type { en, StepFacts } from './en'

const mover = (f: StepFacts) => (f.isMax ? f.max : f.min)
const other = (f: StepFacts) => (f.isMax ? f.min : f.max)

function window(f: StepFacts): string {
  if (!f.low && !f.high) return '現在任何值都還算數。'
  if (!f.high) return `${f.max}在別處已有 ${f.low}：只有更大的值才算數。`
  if (!f.low) return `${f.min}已能把${f.max}壓到 ${f.high}：只有更小的值才算數。`
  return `${f.max}已有 ${f.low}，${f.min}能把它壓到 ${f.high}：只有兩者之間的值才算數。`
}

const saves = (f: StepFacts) => (f.saved ? `這大約省下 ${f.saved} 個節點。` : '')
const isWorth = (f: StepFacts) =>
  f.exact ? f.value : f.isMax ? `至多 ${f.value}` : `至少 ${f.value}`

export const words: typeof en = {
  title: '實驗室',
  lead: '看看電腦怎樣思考。',
  tabs: {
    label: '實驗室',
    search: '搜尋',
    evaluation: '估值',
    mind: '引擎的思路',
    depth: '深度與時間',
    match: '比賽',
    lessons: '小課',
  },
  sides: { max: 'MAX', min: 'MIN' },
  null: '空著',
  root: '根節點',
  setUp: {
    label: '設定',
    from: '局面',
    start: (name) => `${name}：開局`,
    given: {
      game: '來自對局',
      study: '來自研究',
      text: '來自文本',
    },
    textbook: {
      norvig: '教科書：三個著法，三個應著',
      'four-plies': '教科書：四層',
    },
    textbooks: '教科書的樹',
    games: '棋種',
    after: (ply, all, name) => `第 ${ply} 著（共 ${all} 著），${name}`,
    byHand: '擺棋…',
    open: '開啟棋譜…',
    depth: '深度',
    plies: (n) => `${n} 層`,
    technique: '技術',
    beside: '並排比較',
    alone: '– 不比較 –',
    begin: '開始搜尋',
    again: '重新搜尋',
    stop: '停止',
  },
  position: {
    title: '擺一個局面',
    game: '棋種',
    board: '要搜尋的局面',
    text: '局面文字（FEN 等）',
    faults: '還不能搜尋：',
    good: '這個局面可以搜尋。',
    take: '採用',
    hint: '整局棋的文字或檔案：「開啟棋譜…」。',
  },
  game: {
    title: '開啟棋譜或局面',
    text: '棋譜或局面的文字',
    hint: 'PGN、PDN、SGF、著法、FEN 等',
    variant: '棋種（文字未寫明時）',
    none: '貼上文字，或選擇檔案。',
    good: (name, moves) =>
      moves === 0 ? `${name}：一個局面。` : `${name}，共 ${moves} 著：選擇在哪一著之後搜尋。`,
    over: '這一著之後對局已結束：請選更早的一著。',
    board: '要搜尋的局面',
    ply: '已走著數',
    at: (ply, all, move) =>
      ply === 0 ? `開局（共 ${all} 著）` : `${move} 之後（第 ${ply} 著，共 ${all} 著）`,
    first: '到開頭',
    back: '退一著',
    next: '進一著',
    last: '到最後一著',
  },
  techniques: {
    minimax: { name: '極小化極大', about: '什麼都看。' },
    'alpha-beta': { name: 'Alpha-beta 剪枝', about: '略去不可能有影響的部分。' },
    captures: { name: '+ 吃子優先', about: '吃子先看，按得子多少排序。' },
    history: { name: '+ 歷史啟發', about: '引起過剪枝的著法排在前面。' },
    killers: { name: '+ 殺手著法', about: '駁倒過兄弟節點的著法排在前面。' },
    continuation: {
      name: '+ 連續歷史',
      about: '在相同的前幾步之後好過的著法排在前面。',
    },
    hints: { name: '+ 棋種提示', about: '用棋種的知識給安靜著法排序。' },
    'null-windows': { name: '+ 零視窗', about: '對後面的著法只問是否更好。' },
    deepening: { name: '+ 迭代加深', about: '先搜 1 層，再搜 2 層、3 層……' },
    aspiration: { name: '+ 期望視窗', about: '從上次的值周圍的窄視窗開始。' },
    table: { name: '+ 置換表', about: '記住到過的局面。' },
    'null-move': { name: '+ 空著', about: '停一步仍然太好：剪去。' },
    reductions: { name: '+ 後著縮減', about: '靠後的著法搜得淺一些。' },
    pruning: { name: '+ 全部剪枝', about: '略去幾乎不可能有影響的部分。' },
    extensions: { name: '+ 延伸', about: '被迫的著法搜得深一些。' },
    full: { name: '完整引擎', about: '帶靜態搜尋：把吃子走完。' },
    'history-only': {
      name: 'Alpha-beta + 歷史啟發',
      about: '教科書裡的電腦就這樣搜尋。',
    },
    'alpha-beta-quiescence': {
      name: 'Alpha-beta + 靜態搜尋',
      about: '在視界以下把吃子走完。',
    },
  },
  inexact: '得到的值可能和極小化極大不同。',
  states: {
    waiting: '正在等空閒的處理器',
    searching: '正在搜尋',
    done: '已完成',
    limit: '搜尋達到了節點數上限。已有的部分有效，其餘沒有。',
    'limit-memory': '棋館沒有記憶體記錄更多步驟。已有的部分有效，其餘沒有。',
    stopped: '已停止',
    failed: '搜尋失敗。',
  },
  loading: (loaded, all) => `已收到 ${loaded} / ${all} 步`,
  empty: '請選擇一個局面，然後點「開始搜尋」。',
  tree: {
    label: (technique) => `搜尋樹：${technique}`,
    help: '方向鍵在節點之間移動，Esc 回到最後一步，加號和減號縮放，0 顯示全部。',
    fit: '顯示全部',
    closer: '放大',
    wider: '縮小',
    follow: '跟隨搜尋',
    iteration: (depth) => `深度 ${depth}`,
    leftOut: (n) => `剪 ${n}`,
    list: '列表形式的搜尋樹',
    more: (n) => `還有 ${n} 個`,
    show: '以列表顯示',
    comma: '，',
    cut: '已剪枝',
    joined: '來自置換表',
    open: '正在搜尋',
    value: (value) => `值 ${value}`,
    window: (low, high) => `視窗 ${low} 到 ${high}`,
    best: '主要變例',
  },
  controls: {
    label: '步進',
    start: '回到開頭',
    back: '後退一步',
    play: '播放',
    pause: '暫停',
    step: '前進一步',
    over: '越過子樹',
    out: '走出節點',
    cut: '下次剪枝',
    end: '到結尾',
    speed: '速度',
    perSecond: (n) => `每秒 ${n}`,
    within: (seconds) => `${seconds} 秒看完`,
    seek: '步',
    at: (at, of) => `第 ${at} 步，共 ${of} 步`,
  },
  counters: {
    label: '計數',
    nodes: '節點',
    leaves: '葉子',
    quiet: '靜態搜尋中',
    cuts: '剪枝',
    table: '來自置換表',
    saved: '大約省下的節點',
    skipped: '略去的著法',
    minimax: (all, seen, exact) =>
      `極小化極大要看${exact ? '' : '大約'} ${all} 個葉子；你看到了 ${seen} 個。`,
    share: (percent) => `這是其中的 ${percent}。`,
  },
  node: {
    label: '節點',
    window: '視窗 (α, β)',
    before: '進入時',
    value: '值',
    depth: '剩餘深度',
    mover: '輪到',
    moves: '按搜尋次序的著法',
    movesAfter: (move) => `${move} 之後的著法，按搜尋次序`,
    was: (n) => `原第 ${n}`,
    next: '尚未搜尋',
    order: (visit) => `↑：比${visit}提前的位數。`,
    leftOut: '沒有搜尋',
    saved: (n) => `大約省下 ${n} 個節點`,
    views: '值都從根節點走棋一方來看。',
    back: '回到最後一步',
    board: '該節點的棋盤',
    quiet: (n) => `靜態搜尋，第 ${n} 層`,
  },
  purposes: {
    scout: '只問：是否更好？',
    reduced: '先搜得淺一些',
    again: '再搜一次',
    'null-move': '停一步之後',
    verify: '驗證空著',
    singular: '其他著法都更差嗎？',
    probcut: '吃子，搜得較淺',
    'probable-cut': '搜得淺得多',
    razor: '只看吃子',
  },
  visits: {
    again: '上一次',
    iteration: (depth) => `在深度 ${depth} `,
    sibling: (move) => `在 ${move} 之後`,
  },
  steps: {
    none: '點「前進一步」或「播放」：搜尋還沒有開始。',
    iteration: (depth) =>
      depth === 1 ? '搜尋從深度 1 開始。' : `搜尋重新開始，這次 ${depth} 層。`,
    root: (f) =>
      `輪到${f.max}。${f.low || f.high ? window(f) : '還什麼都不知道：視窗兩端都是開的。'}`,
    enter: (f) => `${other(f)}試 ${f.move}。${window(f)}`,
    leafEnter: (f) => `${other(f)}試 ${f.move}，到達視界。`,
    purposes: {
      scout: (f) =>
        `${other(f)}試 ${f.move}。搜尋只問它是否好過 ${f.isMax ? f.high : f.low}：視窗沒有寬度。`,
      reduced: (f) => `${other(f)}試 ${f.move}，這是靠後的著法：先搜得淺一些，視窗沒有寬度。`,
      again: (f) => `${f.move} 比預想的好：再搜一次。${window(f)}`,
      'null-move': (f) => `${other(f)}停一步。如果這樣局面仍然太好，真正的著法不會更差。`,
      verify: () => '這個節點不用空著再搜一次，以驗證剛才的空著。',
      singular: () => '除預期最好的著法外，其餘都搜得淺一些：如果全都更差，就把那一著搜得更深。',
      probcut: (f) => `${other(f)}試 ${f.move}，這是好的吃子，搜得淺一些：它可能大幅超出視窗。`,
      'probable-cut': () => '這個節點搜得淺得多：它可能大幅超出視窗。',
      razor: () => '局面遠低於視窗：只看吃子。',
    },
    risen: ({ move, was, now, visit, best, cuts }) => {
      const since = best ? '：那時它最好' : cuts > 0 ? `：其間它剪枝 ${cuts} 次` : ''
      return `次序變了：${move} ${visit}排第 ${was}，現在排第 ${now}${since}。`
    },
    raise: (f) =>
      f.isMax
        ? `${f.best} 使${f.max}得到 ${f.value}：這裡目前最好。α 升到這個值。`
        : `${f.best} 把${f.max}壓到 ${f.value}：這裡${f.min}目前最好。上界降到這個值。`,
    skip: (f) => `略去 ${f.move}：它幾乎不可能改變這裡的值。`,
    reasons: {
      exhausted: (f) =>
        f.exact
          ? `${f.tried} 個著法都搜完了：值是 ${f.value}，著法是 ${f.best}。`
          : `所有著法都搜完了，沒有一個對${mover(f)}夠好：值${isWorth(f)}。`,
      'cut-off': (f) =>
        `剪枝：走 ${f.best}，${f.max}${f.isMax ? '至少' : '至多'}得到 ${f.value}，但${
          f.isMax ? `${f.min}在別處能把它壓到 ${f.high}` : `${f.max}在別處已有 ${f.low}`
        }，所以不會走到這個局面。${
          f.leftOut > 0 ? `其餘 ${f.leftOut} 個著法不用看了。` : '反正這是最後一個著法。'
        }${saves(f)}`,
      evaluated: (f) => `到達視界：估值是 ${f.value}。`,
      'stand-pat': (f) => `不吃子局面已經值 ${f.value}：足夠好，不用看吃子。`,
      over: (f) => `對局在這裡結束：${f.value}。`,
      foreseen: (f) => `不用搜索結果就已確定：${f.value}。`,
      database: (f) => `殘局庫知道結果：${f.value}。`,
      'mate-distance': () => '別處已知更快的勝法：這裡不會更好。',
      table: (f) => `這個局面以前按別的次序到過：置換表裡有它的值 ${f.value}。${saves(f)}`,
      razoring: (f) => `吃子也沒有用：值至多約為 ${f.value}。`,
      'reverse-futility': (f) => `局面遠高於視窗，${other(f)}追不回來：不搜尋就返回 ${f.value}。`,
      'null-move': (f) => `停一步之後${mover(f)}仍有 ${f.value}：剪去這個節點。${saves(f)}`,
      probcut: (f) => `較淺的搜尋裡一個吃子大幅超出視窗：${f.value}。`,
      'probable-cut': (f) => `較淺的搜尋大幅超出視窗：${f.value}。`,
      'multi-cut': (f) => `這裡有好幾個著法太好：返回 ${f.value}。`,
      stopped: () => '搜尋在這裡停止。',
    },
  },
  evaluation: {
    by: '誰的估值',
    own: '引擎',
    term: '評估項',
    total: '總計',
    balance: '差額',
    lead: (side) => `單位是百分之一；正數對${side}有利。`,
    layers: '在棋盤上顯示',
    none: '不顯示',
    board: '帶估值的棋盤',
    emptyLayer: '在這個局面裡這一項為零。',
    control: (at, first, a, second, b) => `${at}：${first} ${a}，${second} ${b}`,
    threatens: (side, from, to) => `${side} ${from} 攻擊 ${to}`,
    protects: (side, from, to) => `${side} ${from} 保護 ${to}`,
    reaches: (side, from, to) => `${side} ${from} 可到 ${to || '無處'}`,
    need: '請選擇一個棋局的局面。',
    legend: {
      shading: '顏色越深，位置越好（虛線則越差）。',
      dots: '棋子能到的每個點有一個圓點。',
      arrows: '實線箭頭是攻擊，虛線箭頭是保護。',
      control: '點的顏色屬於能到達它次數較多的一方。',
      values: '數字表示棋子或點的價值。',
    },
  },
  terms: {
    material: '子力',
    place: '位置',
    places: '位置',
    mobility: '靈活性',
    threats: '威脅',
    tempo: '先手',
    scale: '向和棋縮減',
    'quiet-plies': '無吃子的步數',
    network: '學自對局的神經網路',
    rounding: '舍入',
    protection: '保護',
    control: '控制',
    turn: '輪到的一方',
    shapes: '棋形',
    edge: '邊',
    centre: '中央',
    moves: '可走的著法',
    answers: '應著',
    empty: '空格',
    attacks: '威脅與保護',
    worth: '每個棋子的價值',
    patterns: '每個點的棋形',
  },
  mind: {
    lead: '引擎像在對局裡一樣搜尋這個局面。看它最喜歡哪一著、怎樣給著法排序、時間花在哪裡。',
    begin: '讓它想',
    stop: '停止',
    seconds: (n) => `${n} 秒`,
    time: '時間',
    chart: '著法與迭代',
    chartAbout:
      '每列是一次迭代，每行是一個著法。顏色深淺是所佔節點的份額；★ 是最喜歡的著法；小數字是排序中的名次。',
    move: '著法',
    depth: '深度',
    favourites: '各深度最喜歡的著法',
    score: '分數',
    line: '變例',
    nodes: '節點',
    cell: (share, order, favourite) =>
      `佔節點的 ${share}，排第 ${order}${favourite ? '，最喜歡' : ''}`,
    changed: (n) => (n === 0 ? '最喜歡的著法沒有變過。' : `最喜歡的著法變了 ${n} 次。`),
    others: (n) => `另有 ${n} 個著法`,
  },
  lessons: {
    lead: '六節小課，每節最後都可以試一試。',
    attempt: '試一試',
    all: [
      {
        title: '什麼是極小化極大？',
        text: [
          '電腦往前看：我的著法、你的應著、我對應著的應著。到視界它就停下，讓估值說局面值多少。',
          '然後這些值往上傳。輪到我時取最大的值，輪到你時取最小的值：你要的和我相反。傳到根節點的值，就是雙方在視界之內都走最好時的結果。',
        ],
        attempt:
          '一步一步走過教科書的樹。每個內部節點取葉子中最小的值，根節點取其中最大的：3。九個葉子全都看了。',
      },
      {
        title: '為什麼 Alpha-beta 可以略去著法？',
        text: [
          '假設已知一個著法給我 3。現在看第二個著法，它的第一個應著就把我壓到 2。不管其餘應著怎樣，我都不會走這一著：我已經有 3 了。其餘應著不用看。',
          '搜尋帶著兩個數：α 是我已有的，β 是你已能把我壓到的。一旦值落到這個視窗之外，節點就結束。根節點的值和極小化極大的一樣。',
        ],
        attempt:
          '同一棵樹，極小化極大和 Alpha-beta 並排。走到第一次剪枝：兩個葉子被劃掉。兩邊的值都是 3。',
      },
      {
        title: '為什麼次序重要？',
        text: [
          '找到好的應著才會剪枝。好應著排在前面，其餘幾乎全被劃掉；排在最後，什麼也剪不掉。次序最好時，葉子數約降到平方根：每步 40 個著法、深度 4，從 256 萬降到約 3200。',
          '所以電腦要猜：先看吃子，再看在別處引起過剪枝的著法（歷史啟發），以及較淺搜尋裡最好的著法。',
        ],
        attempt: '把不排序的 Alpha-beta 和按歷史排序的 Alpha-beta 作比較。',
      },
      {
        title: '視界與靜態搜尋',
        text: [
          '固定深度的搜尋可能停在兌子的半途。我剛吃了你的子，而視界遮住了它會被吃回：估值就相信了一個不存在的便宜。',
          '因此引擎不在那裡停。在視界以下它把吃子走完，直到局面安靜，才問估值。雙方也都可以不吃：沒有人非吃不可。',
        ],
        attempt: '比較有靜態搜尋和沒有靜態搜尋的 Alpha-beta。看葉子：有些在視界以下還繼續。',
      },
      {
        title: '殊途同歸',
        text: [
          '同樣的著法按不同次序走，會到同一個局面。在樹裡它們是不同的節點，但值相同。',
          '置換表記住局面和它們的值。同一局面再來時，搜尋從表裡取值，這一枝就併入先前搜過的那一枝。',
        ],
        attempt: '用置換表搜尋。點線表示哪些分枝並在一起。',
      },
      {
        title: '空著證明什麼？',
        text: [
          '在多數局面裡，輪到自己走是好處。那就讓走的一方停一步：如果這樣局面對對方仍然太好，那麼總有真正的著法也太好。較淺的搜尋就能看出來，於是剪去這個節點。',
          '這是一個賭注，不是證明：在每一著都使局面變壞的時候（被迫走壞），停一步比任何著法都好。所以引擎在這樣的局面裡不用空著，或者加以驗證。',
        ],
        attempt: '用空著搜尋，找停一步之後的節點。',
      },
    ],
    of: (name) => `所用棋盤：${name}`,
  },
  problems: {
    'lab-textbook': '這棵樹沒有用那種技術搜尋過。',
  },
}
