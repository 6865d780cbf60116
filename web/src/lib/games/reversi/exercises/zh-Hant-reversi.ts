// Written by tools/hant.mjs out of zh-Hans-reversi.ts: do not edit.
import type { CourseWords, ExerciseWords } from '../../../learn/types'

const most = (title: string, hint: string, done: string): ExerciseWords => ({
  title,
  task: '請翻轉儘量多的棋子。',
  hint,
  done,
  wrong: '另有一著翻得更多。',
})
const pass = (title: string, done: string): ExerciseWords => ({
  title,
  task: '請找出一著，使對方無處可下，只能棄權。',
  hint: '走哪一著之後，對方沒有一條線可以夾？',
  done,
  wrong: '對方還能下。',
})
const deny = (title: string, hint: string, done: string): ExerciseWords => ({
  title,
  task: '請走一著，不讓對方佔角。',
  hint,
  done,
  wrong: '角一旦被佔就收不回：不要送角。',
})
const force = (title: string, hint: string, done: string): ExerciseWords => ({
  title,
  task: '請走一著，使得無論對方怎麼下，你都能佔角。',
  hint,
  done,
  wrong: '對方有一種應著，之後你佔不到角。',
})
const mobility = (title: string, n: number, hint: string, done: string): ExerciseWords => ({
  title,
  task: `請讓對方最多隻剩 ${n} 種著法。`,
  hint,
  done,
  wrong: '有一著能讓對方剩得更少。',
})
const end = (title: string, done: string): ExerciseWords => ({
  title,
  task: '還剩三個空格。請找出取勝的次序。',
  hint: '在心裡試每一著：對方會下哪裡，給你剩下什麼？',
  done,
  wrong: '這個次序不能保證取勝。',
})

export const words: CourseWords = {
  title: '黑白棋入門',
  about: '翻子、棄權、佔角、行動力，以及最後幾著。',
  chapters: { turn: '翻子', corners: '角', mobility: '行動力', ends: '最後幾著' },
  exercises: {
    'turn-row': {
      title: '翻一行',
      task: '新子與己方另一子之間的對方棋子都會翻轉。請在一行中翻三枚。',
      hint: '找三枚相連的對方棋子，後面有一枚自己的。',
      done: '翻了三枚。',
      wrong: '請恰好翻三枚。',
    },
    'turn-slant': {
      title: '斜著翻',
      task: '斜線也算。請一著翻三枚。',
      hint: '從自己的棋子沿斜線看。',
      done: '斜線容易看漏。',
      wrong: '請恰好翻三枚。',
    },
    'turn-two': most('兩個方向', '一著可以同時翻各個方向。', '同時翻了兩個方向。'),
    'turn-two-more': most('又是兩個方向', '找一個能翻兩行的格子。', '夾住的每一行都翻轉。'),
    'turn-most': most(
      '多個方向',
      '找交匯最多的格子。',
      '收穫很大。但要小心：中盤子多往往反而不好。',
    ),
    'turn-most-more': most('越多越好', '找交匯最多的格子。', '八個方向都要數。'),
    'must-pass': {
      title: '棄權',
      task: '你哪裡都翻不了。這時只能棄權。',
      hint: '用棋盤上的按鈕。',
      done: '能下必須下；不能下就棄權。雙方都不能下，棋局結束。',
      wrong: '只有一件事可做：棄權。',
    },
    'make-pass': pass('讓對方棄權', '你連下兩著，這很有價值。'),
    'make-pass-more': pass('再來一次', '又多下一著。'),
    'corner-take': {
      title: '佔角',
      task: '角上的棋子永遠不會被翻轉。請佔角。',
      hint: '四個角中有一個可下。',
      done: '直到終局都安全，旁邊的棋子也跟著安全。',
      wrong: '有一個角可以佔。',
    },
    'corner-take-more': {
      title: '亂中佔角',
      task: '可下的地方很多。請佔角。',
      hint: '四個角中有一個可下。',
      done: '任何局面都先看角。',
      wrong: '有一個角可以佔。',
    },
    'corner-deny-1': deny('不送角', '空角旁邊的格子不要下。', '角沒有開啟。'),
    'corner-deny-2': deny(
      '翻對棋子',
      '不只新子要緊：翻過來的棋子也會開啟線路。',
      '翻過來的棋子也可能送角；你的沒有。',
    ),
    'corner-deny-3': deny(
      '角的旁邊',
      '有時角旁的格子反而安全。檢查通向角的線。',
      '口訣也有例外：關鍵是角能不能被佔。',
    ),
    'corner-deny-4': deny('邊上', '邊上的棋子可以封住通向角的線。', '四個角都沒有開啟。'),
    'corner-force-1': force('奪角', '要讓對方每一種應著都給你留下角。', '對方沒有好的應著。'),
    'corner-force-2': force('再奪一角', '威脅可以來自斜線。', '角必定是你的。'),
    'corner-force-3': force('逼對方讓角', '拿走好的著法，就只剩壞的。', '只剩壞著時，角就歸你了。'),
    'mobility-2': mobility(
      '讓對方無處可下',
      3,
      '少翻棋子，尤其不翻外圍的。',
      '著法少的一方很快就要走壞著。',
    ),
    'mobility-3': mobility('安靜的一著', 2, '翻裡面的，不翻外面的。', '裡面的棋子不給對方著法。'),
    'mobility-1': mobility(
      '封閉局面',
      3,
      '數一數每一著之後你的棋子旁邊有多少空格。',
      '你的棋子旁邊每個空格都是對方的機會。',
    ),
    'mobility-4': mobility('更少', 2, '找翻外牆最少的一著。', '接近終局之前，行動力比子數重要。'),
    'mobility-5': mobility('沿著邊', 2, '邊上的著法接觸的空格少。', '對方著法少，你的著法多。'),
    'end-three-1': end('三個空格', '勝。終局只看子數。'),
    'end-three-2': end('正確的次序', '次序決定了勝負。'),
    'end-three-3': end('誰下最後一著？', '一塊區域裡，往往下最後一著的得利。'),
    'end-three-4': end('算清楚', '接近終局，一切都能算清。'),
    'end-three-5': end('最後三著', '勝。練習之後，五個空格也能算清。'),
    'wipe-out': {
      title: '一子不留',
      task: '一著取勝：翻光對方的棋子。',
      hint: '對方所剩不多。從哪一格能夾住每一行？',
      done: '沒有棋子就無處可下：棋局結束。',
      wrong: '對方還有棋子。',
    },
  },
}
