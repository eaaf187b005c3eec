/** A name that somebody registers with is text in the mails that they are sent, in both of their parts: neither markup nor a template. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, it } from 'node:test'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { type Mailbox, type ReceivedMail, startMailbox } from '../rig/mailbox.ts'
import { addWorkspace, type Workspace } from './rig.ts'

const door = '/api/v1/auth/user'
let app: TestApp
let mailbox: Mailbox
let workspace: Workspace
before(async () => {
  mailbox = await startMailbox()
  app = await startApp({ background: true, env: { MAIL_URL: mailbox.url } })
  workspace = await addWorkspace(app)
})

/** Registers somebody of that first name and forgets their password. @returns both mails that they are sent */
async function mailsOf(firstName: string, language: string): Promise<ReceivedMail[]> {
  const mark = randomUUID().slice(0, 8)
  const email = `${mark}@shop.example`
  const headers = { 'accept-language': language }
  const who = { username: mark, email, password: `zuvaqor-${mark}-Kestrel`, firstName, lastName: firstName, tenantCode: workspace.code }
  expectStatus(await app.post(`${door}/register`, who, { headers }), 201)
  const to = ({ envelope }: ReceivedMail) => envelope.to.includes(email)
  const proof = await mailbox.waitFor(to)
  expectStatus(await app.post(`${door}/request-password-reset`, { email, tenantCode: workspace.code }, { headers }), 202)
  return [proof, await mailbox.waitFor((mail) => to(mail) && mail !== proof)]
}

/** Elements of a mail with their attributes, but for addresses, which hold a code, and for what keeps a name apart. */
const markupOf = ({ html = '' }: ReceivedMail) => html.match(/<(?!\/?bdi>)[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, '')) ?? []
const unescaped = (html: string) =>
  html
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** What somebody calls themselves, and what of it stands in a mail: no tag, no address, and nothing of the rest means anything. */
const names = {
  '<img src=x onerror=alert(1)>': '',
  'Lina <script>alert(1)</script></td></table>': 'Lina alert(1)',
  '"><a href="https://evil.example">Go</a>': '" Go',
  '[Go](https://evil.example) &lt;b&gt; &#60;i&#62;': '&lt;b&gt; &#60;i&#62;',
  '{{ code }}{% if true %}': '{{ code }}{% if true %}',
}

it('is cut down to a name, in English and Arabic', async () => {
  for (const [language, [hello, comma]] of [
    ['en', ['Hello', ',']],
    ['ar', ['مرحبًا', '،']],
  ] as const) {
    const plain = await mailsOf('Lina', language)
    for (const [name, shown] of Object.entries(names))
      for (const [n, mail] of (await mailsOf(name, language)).entries()) {
        const greeting = `${hello}${shown && ` ${shown}`}${comma}\n`
        assert.ok(mail.text?.startsWith(greeting), mail.text)
        const html = unescaped((mail.html ?? '').replace(/<\/?(?:p|bdi)>/g, ''))
        assert.ok(html.includes(`\n${greeting}`), mail.html)
        assert.deepEqual(markupOf(mail), markupOf(plain[n] as ReceivedMail), name)
        assert.ok(!/evil/.test(mail.source))
      }
  }
})
