// 开局的名称。译名是我们自己的。

export const words: Readonly<Record<string, string>> = {
  diagonal: '对角开局',
  parallel: '平行开局',
  perpendicular: '垂直开局',
  'x-square': '星位',
  snake: '蛇式',
  heath: '石楠式',
  'raccoon-dog': '狸式',
  hamilton: '汉密尔顿式',
  cow: '牛式',
  buffalo: '水牛式',
  wing: '翼式',
  'semi-wing': '半翼式',
  tiger: '虎式',
  horse: '马式',
  cat: '猫式',
  italian: '意大利式',
}
