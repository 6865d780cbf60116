import { mount } from 'svelte'
import './app.css'
import './lib/games'
import App from './App.svelte'
import { backend } from './lib/backend'
import { fetchLanguage } from './lib/i18n/index.svelte'
import { afterwards } from './lib/afterwards'
import { language } from './lib/prefs.svelte'

const target = document.getElementById('app')

// The page is drawn in its language from the start, or in English if the language cannot be loaded.
if (target && backend.refusal) target.textContent = backend.refusal
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
