// 不能这样走的原因。

import type { WhyWords } from '../interface'

export const zhWhy: WhyWords = {
  'no-movement': () => '棋子必须走到别的位置。',
  'own-piece': (piece) => `那里有${piece}。`,
  'king-palace': () => '将帅不能出九宫。',
  'king-step': () => '将帅每次沿线走一步。',
  'advisor-palace': () => '士不能出九宫。',
  'advisor-step': () => '士每次斜走一步。',
  'elephant-step': () => '象走田字，每次斜走两步。',
  'elephant-river': () => '象不能过河。',
  'eye-blocked': (piece) => `象眼被${piece}塞住。`,
  'horse-step': () => '马走日字：先直一步，再斜一步。',
  'leg-blocked': (piece) => `马腿被${piece}绊住。`,
  'line-step': () => '它沿直线走。',
  'way-blocked': (piece) => `路被${piece}挡住。`,
  'cannon-way': (piece) => `炮只在吃子时跳，路被${piece}挡住。`,
  'no-screen': () => '炮吃子要隔一子，中间没有炮架。',
  'many-screens': () => '炮吃子只能隔一子，中间不止一子。',
  'pawn-back': () => '兵卒不能后退。',
  'pawn-step': () => '兵卒每次走一步。',
  'pawn-sideways': () => '兵卒过河后才能横走。',
  check: (piece) => `这样走会被${piece}将军。`,
  'still-check': (piece) => `这样走仍被${piece}将军。`,
  'kings-facing': () => '将帅不能照面。',
}
