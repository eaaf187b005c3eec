import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Language, languageOf } from '#core/messages.ts'
import { resetPageTexts } from './reset-page.texts.ts'

const style = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:#f4f5f7;color:#1b1f24;font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:2rem;border-radius:.75rem;background:#fff;box-shadow:0 1px 4px #0003}
h1{margin:0 0 1rem;font-size:1.35rem}
label{display:block;margin:1rem 0 .25rem;font-weight:600}
input[type=password],input[type=text]{width:100%;padding:.6rem .7rem;border:1px solid #6b7280;border-radius:.4rem;font:inherit}
.check{display:flex;gap:.5rem;align-items:center;font-weight:400}
button{font:inherit;cursor:pointer}
#submit{width:100%;margin-top:1.5rem;padding:.7rem;border:0;border-radius:.4rem;background:#1d4ed8;color:#fff;font-weight:600}
#submit:disabled{background:#6b7280}
#language{float:inline-end;border:0;background:none;color:#1d4ed8;text-decoration:underline}
:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}
#message{margin:1rem 0 0}
#message.error{color:#b91c1c}
@media (prefers-color-scheme:dark){body{background:#111418;color:#e6e8eb}main{background:#1b1f24}input[type=password],input[type=text]{background:#111418;color:inherit}
#language{color:#93b4ff}#message.error{color:#fca5a5}}
`

/**
 * The token stands in the fragment and is taken out of the address bar at once. It is used when the form is sent, not when the page
 * is opened: programs that open links in mails must not use it up. What is typed is put into the page as text only, never as HTML.
 */
const script = `
'use strict'
const texts = JSON.parse(document.getElementById('texts').textContent)
const at = (id) => document.getElementById(id)
let language = document.documentElement.lang
let token = new URLSearchParams(location.hash.slice(1)).get('token')
let challenge = null
let shown = token ? null : { key: 'noLink', isError: true }
history.replaceState(null, '', location.pathname + location.search)

function render() {
  const words = texts[language]
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  document.title = words.title
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = words[element.dataset.text]
  at('language').lang = language === 'ar' ? 'en' : 'ar'
  at('message').textContent = shown ? (shown.text ?? words[shown.key]) : ''
  at('message').className = shown?.isError ? 'error' : ''
}
function say(message) {
  shown = message
  render()
}
async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
  })
  const answer = await response.json()
  if (response.ok) return answer
  const reasons = (answer.errors ?? []).filter((one) => one.code !== answer.code).map((one) => one.message)
  throw Object.assign(new Error(), { shown: [answer.message, ...reasons].join(' ') })
}
async function send() {
  if (!challenge) {
    challenge = (await post('/api/v1/auth/admin/verify-reset-otp', { token })).challengeToken
    token = null
  }
  await post('/api/v1/auth/admin/reset-password', { challengeToken: challenge, newPassword: at('password').value })
}
at('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  if (at('password').value !== at('repeat').value) return say({ key: 'differ', isError: true })
  at('submit').disabled = true
  say({ key: 'working' })
  try {
    await send()
    at('form').hidden = true
    say({ key: 'done' })
  } catch (error) {
    at('submit').disabled = false
    say(error.shown ? { text: error.shown, isError: true } : { key: 'failed', isError: true })
  }
})
at('show').addEventListener('change', () => {
  for (const id of ['password', 'repeat']) at(id).type = at('show').checked ? 'text' : 'password'
})
at('language').addEventListener('click', () => {
  language = language === 'ar' ? 'en' : 'ar'
  render()
})
at('form').hidden = token === null
render()
`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function page(language: Language): string {
  const words = resetPageTexts[language]
  const text = (key: keyof typeof words) => `data-text="${key}">${escaped(words[key])}`
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escaped(words.title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<button type="button" id="language" ${text('switchTo')}</button>
<h1 ${text('title')}</h1>
<noscript><p>${escaped(words.needsScript)}</p></noscript>
<form id="form" autocomplete="on" hidden>
<label for="password" ${text('password')}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required aria-describedby="message">
<label for="repeat" ${text('repeat')}</label>
<input id="repeat" name="repeat" type="password" autocomplete="new-password" required aria-describedby="message">
<label class="check"><input id="show" type="checkbox"><span ${text('show')}</span></label>
<button type="submit" id="submit" ${text('submit')}</button>
</form>
<p id="message" role="alert" aria-live="assertive"></p>
</main>
<script type="application/json" id="texts">${JSON.stringify(resetPageTexts).replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</body>
</html>
`
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
/** Nothing runs, is shown or is asked for but what is written above, and the API on the same origin (CSP level 3). */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * `GET /reset-password`: where the link of a reset mail leads, unless the operator has a page of their own. The console's page takes over; without
 * a build of it this one stands in. The fragment with the token goes along: browsers keep it over a redirect (RFC 9110, section 10.2.2).
 */
export async function resetPage(app: FastifyInstance, { hasConsole }: { hasConsole: boolean }): Promise<void> {
  if (hasConsole) {
    app.get('/reset-password', (_request, reply) =>
      reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }).redirect('/console/reset'),
    )
    return
  }
  const pages = { en: page('en'), ar: page('ar') }
  app.get('/reset-password', (request, reply) =>
    reply
      .headers({
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        vary: 'accept-language',
      })
      .type('text/html; charset=utf-8')
      .send(pages[languageOf(request.headers['accept-language'])]),
  )
}
