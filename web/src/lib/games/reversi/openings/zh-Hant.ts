// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 開局的名稱。譯名是我們自己的。

export const words: Readonly<Record<string, string>> = {
  diagonal: '對角開局',
  parallel: '平行開局',
  perpendicular: '垂直開局',
  'x-square': '星位',
  snake: '蛇式',
  heath: '石楠式',
  'raccoon-dog': '狸式',
  hamilton: '漢密爾頓式',
  cow: '牛式',
  buffalo: '水牛式',
  wing: '翼式',
  'semi-wing': '半翼式',
  tiger: '虎式',
  horse: '馬式',
  cat: '貓式',
  italian: '義大利式',
}
