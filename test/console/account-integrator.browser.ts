/** An application of an integrator's own, on another port of the same site, whose users sign in on our pages (`docs/hosted-pages.md`). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from '../../scripts/tests/files.ts'
import { setAccount } from '../auth/people.ts'
import { startApp } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'
import { fresh, password, tenant, type, user } from './account/stage.ts'
import { skip, visit } from './chromium.ts'

const page = readFileSync(join(root, 'test/console/app.html'), 'utf8')

/** Serves the page of `test/console/app.html`, with the address of the service in it. */
async function application() {
  let service = ''
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.replace('https://id.example.com', service))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const speakTo = (address: string) => {
    service = address
  }
  return { url, speakTo }
}

it('sends its user to sign in, has them back, and gets a token by the cookie; elsewhere it gets none', { skip }, async () => {
  const own = await application()
  const app = await startApp({ env: { CORS_ORIGINS: own.url } })
  own.speakTo(app.url)
  const acme = await tenant(app, 'Acme', 'acme')
  const lina = await user(app, acme)
  await using guest = await visit(app.url)
  const { page, context } = guest
  await page.goto(`${own.url}/shop?item=7`)
  await page.waitForURL(`${app.url}/account/sign-in?w=acme&returnTo=${encodeURIComponent(`${own.url}/shop?item=7`)}`)
  await type(page, lina.email)
  await page.waitForURL(`${own.url}/shop?item=7`)
  await page.getByText(lina.email).waitFor()
  // no script of the application sees what the cookie holds
  assert.equal(await page.evaluate('document.cookie'), '')
  assert.ok(!String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).includes('eyJ'))
  // twice at once in two tabs, and again
  const other = await context.newPage()
  await Promise.all([page.reload(), other.goto(own.url)])
  await Promise.all([page, other].map((tab) => tab.getByText(lina.email).waitFor()))

  // a page that nobody allowed gets nothing by the cookie of whoever visits it
  const foreign = await application()
  foreign.speakTo(app.url)
  await other.route(`${app.url}/account/**`, (route) => route.abort())
  const refused = other.waitForRequest((request) => request.url().endsWith('/auth/user/refresh'))
  const failed = other.waitForEvent('pageerror')
  await other.goto(foreign.url)
  await refused
  assert.match((await failed).message, /Failed to fetch/)
  assert.equal(await other.locator('#who').innerText(), '…')
  await page.reload()
  await page.getByText(lina.email).waitFor()

  // a password that is owed is changed on the way: the application would have a session that opens nothing
  const owing = await user(app, acme)
  await setAccount(app, owing.id, { mustChangePassword: true })
  await using newcomer = await visit(app.url)
  await newcomer.page.goto(`${own.url}/shop?item=9`)
  await type(newcomer.page, owing.email)
  await newcomer.page.locator('input[name=current]').fill(password)
  // loaded again meanwhile it still knows the way
  await newcomer.page.reload()
  await newcomer.page.locator('input[name=current]').fill(password)
  await newcomer.page.locator('input[name=new]').fill(fresh)
  await newcomer.page.locator('form button[type=submit]').click()
  await newcomer.page.waitForURL(`${own.url}/shop?item=9`)
  await newcomer.page.getByText(owing.email).waitFor()

  // though it is slow to say whether it may send them back: the page is drawn before
  await using late = await visit(app.url)
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await late.page.route('**/public/sign-in**', async (route) => {
    await asked
    await route.continue()
  })
  await late.page.goto(`${own.url}/shop?item=8`)
  await late.page.locator('input[name=identifier]').waitFor()
  const signedIn = late.page.waitForResponse((response) => response.url().endsWith('/auth/user/login') && response.ok())
  await type(late.page, lina.email)
  await (await signedIn).finished()
  answer()
  await late.page.waitForURL(`${own.url}/shop?item=8`)
})
