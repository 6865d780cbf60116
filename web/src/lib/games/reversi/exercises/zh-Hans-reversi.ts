import type { CourseWords, ExerciseWords } from '../../../learn/types'

const most = (title: string, hint: string, done: string): ExerciseWords => ({
  title,
  task: '请翻转尽量多的棋子。',
  hint,
  done,
  wrong: '另有一着翻得更多。',
})
const pass = (title: string, done: string): ExerciseWords => ({
  title,
  task: '请找出一着，使对方无处可下，只能弃权。',
  hint: '走哪一着之后，对方没有一条线可以夹？',
  done,
  wrong: '对方还能下。',
})
const deny = (title: string, hint: string, done: string): ExerciseWords => ({
  title,
  task: '请走一着，不让对方占角。',
  hint,
  done,
  wrong: '角一旦被占就收不回：不要送角。',
})
const force = (title: string, hint: string, done: string): ExerciseWords => ({
  title,
  task: '请走一着，使得无论对方怎么下，你都能占角。',
  hint,
  done,
  wrong: '对方有一种应着，之后你占不到角。',
})
const mobility = (title: string, n: number, hint: string, done: string): ExerciseWords => ({
  title,
  task: `请让对方最多只剩 ${n} 种着法。`,
  hint,
  done,
  wrong: '有一着能让对方剩得更少。',
})
const end = (title: string, done: string): ExerciseWords => ({
  title,
  task: '还剩三个空格。请找出取胜的次序。',
  hint: '在心里试每一着：对方会下哪里，给你剩下什么？',
  done,
  wrong: '这个次序不能保证取胜。',
})

export const words: CourseWords = {
  title: '黑白棋入门',
  about: '翻子、弃权、占角、行动力，以及最后几着。',
  chapters: { turn: '翻子', corners: '角', mobility: '行动力', ends: '最后几着' },
  exercises: {
    'turn-row': {
      title: '翻一行',
      task: '新子与己方另一子之间的对方棋子都会翻转。请在一行中翻三枚。',
      hint: '找三枚相连的对方棋子，后面有一枚自己的。',
      done: '翻了三枚。',
      wrong: '请恰好翻三枚。',
    },
    'turn-slant': {
      title: '斜着翻',
      task: '斜线也算。请一着翻三枚。',
      hint: '从自己的棋子沿斜线看。',
      done: '斜线容易看漏。',
      wrong: '请恰好翻三枚。',
    },
    'turn-two': most('两个方向', '一着可以同时翻各个方向。', '同时翻了两个方向。'),
    'turn-two-more': most('又是两个方向', '找一个能翻两行的格子。', '夹住的每一行都翻转。'),
    'turn-most': most(
      '多个方向',
      '找交汇最多的格子。',
      '收获很大。但要小心：中盘子多往往反而不好。',
    ),
    'turn-most-more': most('越多越好', '找交汇最多的格子。', '八个方向都要数。'),
    'must-pass': {
      title: '弃权',
      task: '你哪里都翻不了。这时只能弃权。',
      hint: '用棋盘上的按钮。',
      done: '能下必须下；不能下就弃权。双方都不能下，棋局结束。',
      wrong: '只有一件事可做：弃权。',
    },
    'make-pass': pass('让对方弃权', '你连下两着，这很有价值。'),
    'make-pass-more': pass('再来一次', '又多下一着。'),
    'corner-take': {
      title: '占角',
      task: '角上的棋子永远不会被翻转。请占角。',
      hint: '四个角中有一个可下。',
      done: '直到终局都安全，旁边的棋子也跟着安全。',
      wrong: '有一个角可以占。',
    },
    'corner-take-more': {
      title: '乱中占角',
      task: '可下的地方很多。请占角。',
      hint: '四个角中有一个可下。',
      done: '任何局面都先看角。',
      wrong: '有一个角可以占。',
    },
    'corner-deny-1': deny('不送角', '空角旁边的格子不要下。', '角没有打开。'),
    'corner-deny-2': deny(
      '翻对棋子',
      '不只新子要紧：翻过来的棋子也会打开线路。',
      '翻过来的棋子也可能送角；你的没有。',
    ),
    'corner-deny-3': deny(
      '角的旁边',
      '有时角旁的格子反而安全。检查通向角的线。',
      '口诀也有例外：关键是角能不能被占。',
    ),
    'corner-deny-4': deny('边上', '边上的棋子可以封住通向角的线。', '四个角都没有打开。'),
    'corner-force-1': force('夺角', '要让对方每一种应着都给你留下角。', '对方没有好的应着。'),
    'corner-force-2': force('再夺一角', '威胁可以来自斜线。', '角必定是你的。'),
    'corner-force-3': force('逼对方让角', '拿走好的着法，就只剩坏的。', '只剩坏着时，角就归你了。'),
    'mobility-2': mobility(
      '让对方无处可下',
      3,
      '少翻棋子，尤其不翻外围的。',
      '着法少的一方很快就要走坏着。',
    ),
    'mobility-3': mobility('安静的一着', 2, '翻里面的，不翻外面的。', '里面的棋子不给对方着法。'),
    'mobility-1': mobility(
      '封闭局面',
      3,
      '数一数每一着之后你的棋子旁边有多少空格。',
      '你的棋子旁边每个空格都是对方的机会。',
    ),
    'mobility-4': mobility('更少', 2, '找翻外墙最少的一着。', '接近终局之前，行动力比子数重要。'),
    'mobility-5': mobility('沿着边', 2, '边上的着法接触的空格少。', '对方着法少，你的着法多。'),
    'end-three-1': end('三个空格', '胜。终局只看子数。'),
    'end-three-2': end('正确的次序', '次序决定了胜负。'),
    'end-three-3': end('谁下最后一着？', '一块区域里，往往下最后一着的得利。'),
    'end-three-4': end('算清楚', '接近终局，一切都能算清。'),
    'end-three-5': end('最后三着', '胜。练习之后，五个空格也能算清。'),
    'wipe-out': {
      title: '一子不留',
      task: '一着取胜：翻光对方的棋子。',
      hint: '对方所剩不多。从哪一格能夹住每一行？',
      done: '没有棋子就无处可下：棋局结束。',
      wrong: '对方还有棋子。',
    },
  },
}
