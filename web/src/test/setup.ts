// Tests have the same games as the page, in every language.

import '../lib/games'
import { fetchLanguage, languages } from '../lib/i18n/index.svelte'

await Promise.all(languages.map(({ code }) => fetchLanguage(code)))
