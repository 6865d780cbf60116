import { mount } from 'svelte'
import './app.css'
import './lib/games'
import App from './App.svelte'
import { isLocal } from './lib/backend'
import { runsModules } from './lib/backend/vectors'
import { fetchLanguage } from './lib/i18n/index.svelte'
import { afterwards } from './lib/afterwards'
import { language } from './lib/prefs.svelte'

const target = document.getElementById('app')

/** Said where the modules of the hall cannot run: before the words of any language are there. */
const TOO_OLD =
  'This hall runs inside the browser, and this browser is too old for it: its WebAssembly has no vectors. ' +
  'Chrome and Edge 91, Firefox 89 and Safari 16.4 have them, and all later versions. ' +
  '本站在浏览器中运行，而此浏览器版本过旧：其 WebAssembly 不支持向量指令。请使用 Chrome 或 Edge 91、Firefox 89、Safari 16.4 或更高版本。'

// The page is drawn in its language from the start, or in English if the language cannot be loaded.
if (target && isLocal && !runsModules()) target.textContent = TOO_OLD
else if (target) {
  fetchLanguage(language())
    .catch(() => fetchLanguage('en'))
    .then(() => mount(App, { target }))
    .then(afterwards)
    .catch(() => {
      // No language, so no words of the page.
      target.textContent ||= 'The server does not answer. 服务器没有应答。'
    })
}
