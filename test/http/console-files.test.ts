/** The console as it is served: files that were built, and the page for every other address. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'

const script = `console.log(${JSON.stringify('x'.repeat(2000))})`
const page = '<!doctype html><meta name="csp-nonce" content="__NONCE__"><script type="module" src="/console/assets/index-1a2b.js"></script>'

let app: TestApp
before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-console-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'account.html'), page.replace('index-1a2b', 'account-1a2b'))
  writeFileSync(join(folder, 'secret.txt'), 'not an asset')
  const files = { 'index-1a2b.js.br': brotliCompressSync(script), 'inter-1a2b.woff2': 'font' }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'assets', name), bytes)
  app = await startApp({ consoleFolder: folder, env: { RATE_LIMITS: 'on', RATE_LIMIT_GLOBAL: '20/60' } })
})

/** As it was sent, byte for byte. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: Record<string, unknown>; body: Buffer }>()
  request(new URL(app.url).origin, { path, method, headers }, (answer) => {
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }))
  })
    .on('error', reject)
    .end()
  return promise
}

describe('the page of the console', () => {
  it('stands at every address below /console and /account, is kept by nobody and has a nonce of its own', async () => {
    const nonces = new Set<string>()
    const ofConsole = ['/console', '/console/', '/console/admins', '/console/admins/01a2?tab=log', '/console/nothing/there']
    for (const path of [...ofConsole, '/account', '/account/', '/account/sign-in?w=acme', '/account/callback/google?code=1']) {
      const answer = expectStatus(await app.get(path), 200)
      assert.ok(answer.text.includes(path.startsWith('/account') ? 'account-1a2b.js' : 'index-1a2b.js'))
      assert.equal(answer.headers['x-frame-options'], 'DENY')
      assert.match(answer.headers['content-type']!, /^text\/html; charset=utf-8/)
      assert.equal(answer.headers['cache-control'], 'no-store')
      const [, nonce = ''] = /content="([^"]{24})"/.exec(answer.text) ?? []
      nonces.add(nonce)
      assert.equal(
        answer.headers['content-security-policy'],
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob: https:; font-src 'self'; ` +
          "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'; trusted-types default",
      )
    }
    assert.equal(nonces.size, 9)
    assert.ok(!nonces.has(''))
  })

  it('has a page of its own for previews of mails, framed by nobody else, where nothing but its own script may run', async () => {
    const answer = expectStatus(await app.get('/console/preview'), 200)
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(answer.text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    assert.equal(
      answer.headers['content-security-policy'],
      `default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; script-src 'sha256-${hash}'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
    )
    assert.equal(answer.headers['x-frame-options'], 'SAMEORIGIN')
    assert.equal(answer.headers['cache-control'], 'no-store')
  })

  it('answers HEAD as GET, without the body', async () => {
    for (const path of ['/console/admins', '/console/assets/index-1a2b.js']) {
      const [head, get] = [await raw(path, {}, 'HEAD'), await raw(path)]
      assert.deepEqual([head.status, head.body.length], [200, 0])
      assert.equal(head.headers['content-length'], String(get.body.length))
    }
  })

  it('is no address of another method, nor of a name that only begins so', async () => {
    assert.equal(expectStatus(await app.post('/console', {}), 404).json.code, 'unknown_path')
    for (const path of ['/consoles', '/accounts', '/account-is'])
      assert.equal(expectStatus(await app.get(path), 404).json.code, 'unknown_path')
  })
})

describe('the files of the console', () => {
  const path = '/console/assets/index-1a2b.js'

  it('are kept for ever, and sent as they were packed to whoever takes that', async () => {
    for (const [accepts, packing, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['GZIP', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
      ['', undefined, (bytes: Buffer) => bytes],
    ] as const) {
      const answer = await raw(path, accepts === '' ? {} : { 'accept-encoding': accepts })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['content-encoding'], packing)
      assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(answer.headers.vary, 'accept-encoding')
      assert.equal(unpack(answer.body).toString(), script)
    }
    assert.equal((await raw('/console/assets/inter-1a2b.woff2', { 'accept-encoding': 'br' })).headers['content-encoding'], undefined)
  })

  it('are those that were built, and nothing beside them', async () => {
    for (const name of [
      'gone.js',
      'index-1a2b.js.br',
      '../index.html',
      '..%2fsecret.txt',
      '%2e%2e%2fsecret.txt',
      '..%5csecret.txt',
      'a/../../secret.txt',
      '__proto__',
    ]) {
      const answer = await raw(`/console/assets/${name}`)
      assert.equal(answer.status, 404, name)
      assert.ok(!answer.body.includes('not an asset'), name)
    }
  })

  it('and the page are counted by no limit', async () => {
    for (let n = 0; n < 40; n++)
      for (const at of ['/console/x', path, '/console/assets/gone.js']) assert.notEqual((await raw(at)).status, 429)
  })
})

it('without a build the page names the command, in both languages, and the API goes on', async () => {
  const bare = await startApp({ consoleFolder: join(app.dataDirectory, 'nothing') })
  for (const language of ['en', 'ar']) {
    const answer = expectStatus(await bare.get('/console/admins', { headers: { 'accept-language': language } }), 503)
    assert.match(answer.text, new RegExp(`<html lang="${language}"`))
    assert.match(answer.text, /npm ci &amp;&amp; npm run build:console/)
  }
  expectStatus(await bare.get('/console/assets/index-1a2b.js'), 404)
  expectStatus(await bare.get('/health'), 200)
})
