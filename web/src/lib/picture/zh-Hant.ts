// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 繁體中文。

import type { PictureWords } from './words'

export const words: PictureWords = {
  title: '圖片',
  position: '局面',
  format: '格式',
  formats: { png: 'PNG', svg: 'SVG', gif: '整局 GIF', webm: '影片' },
  size: '寬度',
  pixels: (n) => `${n} 畫素`,
  seconds: '每著秒數',
  coordinates: '帶座標',
  marks: '標出最後一著',
  save: '儲存',
  copy: '複製圖片',
  copied: '已複製',
  notCopied: '此瀏覽器在這裡不能複製圖片。',
  preview: '圖片的樣子',
  making: (done, of) => `第 ${done} 張，共 ${of} 張`,
  cancel: '停止',
  failed: '圖片沒有做成。',
  picture: '圖片…',
  copyLink: '複製連結',
  find: '在對局中查詢',
  playOn: '由此接著下',
}
