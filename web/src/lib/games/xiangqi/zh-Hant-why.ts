// Written by tools/hant.mjs out of zh-Hans-why.ts: do not edit.
// 不能這樣走的原因。

import type { WhyWords } from '../interface'

export const zhWhy: WhyWords = {
  'no-movement': () => '棋子必須走到別的位置。',
  'own-piece': (piece) => `那裡有${piece}。`,
  'king-palace': () => '將帥不能出九宮。',
  'king-step': () => '將帥每次沿線走一步。',
  'advisor-palace': () => '士不能出九宮。',
  'advisor-step': () => '士每次斜走一步。',
  'elephant-step': () => '象走田字，每次斜走兩步。',
  'elephant-river': () => '象不能過河。',
  'eye-blocked': (piece) => `象眼被${piece}塞住。`,
  'horse-step': () => '馬走日字：先直一步，再斜一步。',
  'leg-blocked': (piece) => `馬腿被${piece}絆住。`,
  'line-step': () => '它沿直線走。',
  'way-blocked': (piece) => `路被${piece}擋住。`,
  'cannon-way': (piece) => `炮只在吃子時跳，路被${piece}擋住。`,
  'no-screen': () => '炮吃子要隔一子，中間沒有炮架。',
  'many-screens': () => '炮吃子只能隔一子，中間不止一子。',
  'pawn-back': () => '兵卒不能後退。',
  'pawn-step': () => '兵卒每次走一步。',
  'pawn-sideways': () => '兵卒過河後才能橫走。',
  check: (piece) => `這樣走會被${piece}將軍。`,
  'still-check': (piece) => `這樣走仍被${piece}將軍。`,
  'kings-facing': () => '將帥不能照面。',
}
