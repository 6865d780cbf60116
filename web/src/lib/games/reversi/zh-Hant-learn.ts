// Written by tools/hant.mjs out of zh-Hans-learn.ts: do not edit.
// 黑白棋課程的文字。

import type { LessonsWords } from '../../play/lessons'

export const learn: LessonsWords = {
  title: '五步學會黑白棋',
  lead: '用自己的兩個子夾住對方的子，夾住的子就變成自己的顏色。終局時子多者勝。',
  endings: [
    '無處落子者停一手；能落子者不得停手。',
    '雙方都無處落子時終局，通常是棋盤已滿。',
    '子多者勝，空格算勝方的。',
    '棋子從不離開棋盤，角上的子永遠不會被翻轉。',
  ],
  lessons: {
    flip: {
      title: '夾住',
      text: '黑方先走。落子後，白子須在一條直線上處於新子與另一黑子之間：這裡有四格可下。',
      done: '白子被夾住，變成黑子。',
    },
    lines: {
      title: '同時幾條線',
      text: '一子翻轉它夾住的所有子：橫、豎、斜，各個方向同時翻轉。請下在 d4。',
      done: '四個方向，五個子。無論願意與否，都必須翻轉。',
    },
    pass: {
      title: '停一手',
      text: '黑方只有角旁一子，夾不住任何子。無處落子者停一手，由對方繼續。',
      done: '輪到白方，吃掉最後一個黑子。',
    },
    corner: {
      title: '角',
      text: '角的後面沒有格子，所以角上的子永遠夾不住。請佔角 a1。',
      done: '整條邊都是黑子，直到終局。',
    },
    quiet: {
      title: '寧少勿多',
      text: '開局子多並不佔優：子多的一方給對方更多可下之處。只翻裡面的一個子：試試 c3、b3 或 f3。',
      done: '一步靜著。白方在那一側幾乎無子可夾。',
    },
  },
}
