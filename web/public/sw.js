// Shows a page of our own when the server does not answer, instead of the error of the browser. It
// stores no answer of the server and no part of the page, so nothing outdated is shown.

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Yiqi 弈棋</title>
<style>
  :root { color-scheme: light; --paper: #f6f1e7; --ink: #2a2420; --soft: #6c6156; --accent: #ad2b1b; --on: #fff8ee }
  :root[data-theme=dark] { color-scheme: dark; --paper: #1a1816; --ink: #ece4d8; --soft: #a99d90; --accent: #ea7a66; --on: #2a0f0a }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 14px;
    padding: 24px; box-sizing: border-box; text-align: center; background: var(--paper); color: var(--ink);
    font: 16px/1.5 system-ui, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif }
  h1 { margin: 0; font: 600 1.6rem/1.25 Georgia, 'Noto Serif', 'Songti SC', 'Noto Serif CJK SC', serif }
  p { margin: 0; max-width: 30em }
  .soft { color: var(--soft) }
  button { min-height: 44px; padding: 8px 20px; border: 0; border-radius: 10px; background: var(--accent);
    color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
</style>
<main role="alert">
  <h1 id="head"></h1>
  <p id="body"></p>
</main>
<button id="again" type="button"></button>
<p class="soft" id="soft"></p>
<script>
  const words = {
    en: ['The hall is away', 'The server does not answer. What you have played is kept; moves that are not sent yet wait in this browser.',
      'Try again', 'The page opens by itself as soon as the server is back.'],
    'zh-Hans': ['服务器没有应答', '下过的棋都已保存；尚未送出的着法留在这个浏览器里。', '重试', '服务器恢复后，页面会自动打开。'],
    'zh-Hant': ['伺服器沒有應答', '下過的棋都已保存；尚未送出的著法留在這個瀏覽器裡。', '重試', '伺服器恢復後，頁面會自動打開。'],
  }
  let prefs = {}
  try { prefs = JSON.parse(localStorage.getItem('yiqi.preferences')) ?? {} } catch {}
  const asked = navigator.language ?? 'en'
  const own = !/^zh/i.test(asked) ? 'en' : /hant|tw|hk|mo/i.test(asked) ? 'zh-Hant' : 'zh-Hans'
  const code = words[prefs.language] ? prefs.language : own
  const [head, body, again, soft] = words[code]
  const at = (id) => document.getElementById(id)
  document.documentElement.lang = code
  document.title = code === 'en' ? 'Yiqi' : '弈棋'
  at('head').textContent = head
  at('body').textContent = body
  at('again').textContent = again
  at('soft').textContent = soft
  const dark = prefs.theme === 'dark' || (prefs.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  at('again').onclick = () => location.reload()
  setInterval(() => {
    fetch('/yiqi.webmanifest', { method: 'HEAD', cache: 'no-store' }).then((x) => x.ok && location.reload(), () => {})
  }, 2500)
</script>
</html>`

/** The policy of this page; the server's headers do not apply, because the server did not send it. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(
    // The request is sent while this worker starts.
    Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]),
  )
})
self.addEventListener('fetch', (event) => {
  // Only the page itself is handled here.
  if (event.request.mode !== 'navigate') return
  event.respondWith(
    Promise.resolve(event.preloadResponse)
      .then((answer) => answer ?? fetch(event.request))
      .catch(() => new Response(page, { headers })),
  )
})
