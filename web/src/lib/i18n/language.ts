// The language that the browser requests.

/** The languages of the page. */
export type Language = 'en' | 'zh-Hans' | 'zh-Hant'

const traditional = /^zh-(hant|tw|hk|mo)\b/

/** The form of Chinese to offer while the page is in another language. */
export const chineseOf = (
  wanted: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages,
): Language => (wanted.some((tag) => traditional.test(tag.toLowerCase())) ? 'zh-Hant' : 'zh-Hans')

/** The browser's regional form of a language, such as `en-GB`: it determines the format of dates. */
export const localeOf = (
  code: string,
  wanted: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages,
): string =>
  wanted.find((tag) => tag.slice(0, 2) === code.slice(0, 2) && fromBrowser([tag]) === code) ?? code

/** The first of the browser's languages that the page has; English if there is none. */
export function fromBrowser(
  wanted: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages,
): Language {
  for (const tag of wanted) {
    const lower = tag.toLowerCase()
    if (traditional.test(lower)) return 'zh-Hant'
    if (lower.startsWith('zh')) return 'zh-Hans'
    if (lower.startsWith('en')) return 'en'
  }
  return 'en'
}
