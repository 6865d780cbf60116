// 简体中文。

import type { PictureWords } from './words'

export const words: PictureWords = {
  title: '图片',
  position: '局面',
  format: '格式',
  formats: { png: 'PNG', svg: 'SVG', gif: '整局 GIF', webm: '视频' },
  size: '宽度',
  pixels: (n) => `${n} 像素`,
  seconds: '每着秒数',
  coordinates: '带坐标',
  marks: '标出最后一着',
  save: '保存',
  copy: '复制图片',
  copied: '已复制',
  notCopied: '此浏览器在这里不能复制图片。',
  preview: '图片的样子',
  making: (done, of) => `第 ${done} 张，共 ${of} 张`,
  cancel: '停止',
  failed: '图片没有做成。',
  picture: '图片…',
  copyLink: '复制链接',
  find: '在对局中查找',
  playOn: '由此接着下',
}
