import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { lastReset } from './mail.ts'

/** The place of a console that was not built. */
const emptyFolder = () => mkdtempSync(join(tmpdir(), 'tenantry-console-'))

let app: TestApp
before(async () => {
  app = await startApp({ consoleFolder: emptyFolder() })
})

describe('the page behind the link of a reset mail', () => {
  it('is the console’s where there is one, and the token goes along', async () => {
    const folder = emptyFolder()
    for (const name of ['index', 'account']) writeFileSync(join(folder, `${name}.html`), name)
    mkdirSync(join(folder, 'assets'))
    const built = await startApp({ consoleFolder: folder })
    const { status, headers } = await built.get('/reset-password')
    assert.deepEqual([status, headers.location], [302, '/console/reset'], 'no fragment of its own: the browser keeps that of the link')
    assert.deepEqual([headers['cache-control'], headers['referrer-policy']], ['no-store', 'no-referrer'])
  })

  it('is a page of our own that asks nobody else for anything', async () => {
    for (const [language, direction] of [
      ['en', 'ltr'],
      ['ar', 'rtl'],
    ] as const) {
      const page = await app.get('/reset-password', { headers: { 'accept-language': language } })
      assert.equal(page.status, 200)
      assert.match(String(page.headers['content-type']), /^text\/html; charset=utf-8/)
      assert.equal(page.headers['referrer-policy'], 'no-referrer')
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.ok(page.text.includes(`<html lang="${language}" dir="${direction}">`))
      const policy = String(page.headers['content-security-policy'])
      assert.ok(policy.startsWith("default-src 'none'") && !policy.includes('unsafe'))
      for (const [tag, directive] of [
        ['script', 'script-src'],
        ['style', 'style-src'],
      ] as const) {
        const [, code = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page.text) ?? []
        assert.ok(policy.includes(`${directive} 'sha256-${createHash('sha256').update(code).digest('base64')}'`), directive)
      }
      assert.doesNotMatch(page.text, /https?:|\bsrc=|\bhref=|\son\w+=|\sstyle=/)
      for (const [, id] of page.text.matchAll(/<label for="(\w+)"/g)) assert.ok(page.text.includes(`<input id="${id}"`))
    }
  })

  it('leads from the link to a new password, in the language the reader chose', async () => {
    const { id } = (await app.get('/api/v1/Admins/me', { token: await app.superToken() })).json
    await app.post('/api/v1/auth/admin/request-password-reset', { email: superAdmin.email, method: 'magic-link' })
    const { token } = await lastReset(app, id)
    const page = await app.get('/reset-password', { headers: { 'accept-language': 'ar' } })
    const { element, fire, document, asked, replaced } = run(page.text, `#token=${token}`)
    assert.deepEqual(replaced, ['/reset-password'], 'the token does not stay in the address bar')
    assert.equal(asked.length, 0, 'opening the page uses nothing up')
    assert.equal(element('form').hidden, false)
    const send = async (password: string, repeated = password) => {
      element('password').value = password
      element('repeat').value = repeated
      await fire('form', 'submit')
      return { text: element('message').textContent, isError: element('message').className === 'error' }
    }
    assert.match((await send('one', 'another')).text, /غير متطابقتين/)
    assert.equal(asked.length, 0)
    assert.match((await send('short')).text, /كلمة المرور/)
    await fire('language', 'click')
    assert.deepEqual([document.documentElement.lang, document.documentElement.dir], ['en', 'ltr'])
    const refused = await send('short')
    assert.ok(refused.isError && /at least 8 characters/.test(refused.text), refused.text)
    const password = 'a password chosen on the page'
    const done = await send(password)
    assert.deepEqual([done.isError, element('form').hidden], [false, true], done.text)
    assert.equal(asked.filter((path) => path.endsWith('verify-reset-otp')).length, 1, 'the link is used once')
    await app.signIn(superAdmin.email, password, { isPlatformAdmin: true })
  })

  it('says so where the link is not complete', async () => {
    const page = await app.get('/reset-password')
    const { element } = run(page.text, '')
    assert.equal(element('form').hidden, true)
    assert.match(element('message').textContent, /not complete/)
  })
})

type Listener = (event: { preventDefault(): void }) => unknown

interface Element {
  dataset: Record<string, string>
  value: string
  textContent: string
  className: string
  hidden: boolean
  disabled: boolean
  checked: boolean
  lang: string
  type: string
  addEventListener(name: string, listener: Listener): void
}

/** Runs the script of the page over as much of a browser as it uses; what it asks for goes to the real service. */
function run(html: string, hash: string) {
  const part = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  const elements = new Map<string, Element>()
  const listeners = new Map<string, Listener>()
  const fire = async (id: string, name: string) => listeners.get(`${id} ${name}`)?.({ preventDefault() {} })
  const element = (id: string): Element => {
    const known = elements.get(id)
    if (known) return known
    const made: Element = {
      ...{ dataset: {}, value: '', className: '', hidden: false, disabled: false, checked: false, lang: '', type: 'password' },
      textContent: id === 'texts' ? part(/id="texts">([\s\S]*?)<\/script>/) : '',
      addEventListener: (name, listener) => void listeners.set(`${id} ${name}`, listener),
    }
    elements.set(id, made)
    return made
  }
  const document = {
    documentElement: { lang: part(/<html lang="(\w+)"/), dir: part(/<html [^>]*dir="(\w+)"/) },
    title: '',
    getElementById: element,
    querySelectorAll: () => [],
  }
  const asked: string[] = []
  const replaced: string[] = []
  const browser = {
    document,
    URLSearchParams,
    location: { hash, pathname: '/reset-password', search: '' },
    history: { replaceState: (_state: null, _title: string, path: string) => void replaced.push(path) },
    fetch: async (path: string, options: { method: string; headers: Record<string, string>; body: string }) => {
      asked.push(path)
      const { status, text } = await app.request(options.method, path, { raw: options.body, headers: options.headers })
      return new Response(text, { status })
    },
  }
  runInContext(part(/<script>([\s\S]*?)<\/script>/), createContext(browser))
  return { element, fire, document, asked, replaced }
}
