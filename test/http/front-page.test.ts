/** Where somebody begins who knows nothing but the address. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { expectStatus, startApp, type TestApp } from '../harness.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SERVICE_NAME: 'Acme <ID>' } })
})

it('GET / says where things are, and all of them are there', async () => {
  const { json } = expectStatus(await app.get('/'), 200)
  assert.deepEqual(json, {
    name: 'Acme <ID>',
    api: '/api/v1',
    console: '/console',
    account: '/account',
    documentation: '/swagger',
    document: '/swagger/json',
    health: '/health',
  })
  for (const path of [json.documentation, json.document, json.health]) assert.ok((await app.get(path)).status < 400, path)
})

it('GET / is a page for whoever reads one, in both languages, and the name in it is only text', async () => {
  for (const [language, direction] of [
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ]) {
    const headers = { accept: 'text/html,*/*', 'accept-language': language }
    const page = expectStatus(await app.get('/', { headers }), 200)
    assert.match(page.headers['content-type']!, /^text\/html/)
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
    assert.match(page.text, new RegExp(`<html lang="${language}" dir="${direction}">`))
    assert.match(page.text, /href="\/swagger"/)
    assert.ok(!page.text.includes('<ID>'))
  }
})

it('names no documentation where there is none', async () => {
  const quiet = await startApp({ env: { SWAGGER: 'off' } })
  assert.deepEqual(Object.keys((await quiet.get('/')).json), ['name', 'api', 'console', 'account', 'health'])
})

it('tells a path that is not there from a record that is not there', async () => {
  const token = await app.superToken()
  for (const [path, code] of [
    ['/api/v1/nobody', 'unknown_path'],
    ['/nothing', 'unknown_path'],
    ['/api/v1/admins/01a20313-0807-747a-80fd-b51415aeb47b', 'not_found'],
    ['/api/v1/admins/nobody', 'not_found'],
  ])
    assert.equal(expectStatus(await app.get(path!, { token }), 404).json.code, code, path)
})
