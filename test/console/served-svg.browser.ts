/** Drawings that came with scripts and addresses of others, opened in Chromium as they are served: nothing runs, nothing is asked for. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bytesAt, form, uploaded } from '../files/rig.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { skip, visit } from './chromium.ts'

const outside = 'http://outside.example'
const script = "console.log('it ran');fetch('http://outside.example/fetched')"
const hostile = `<?xml-stylesheet href="${outside}/sheet.css"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30" onload="${script}">
<style>@import url(${outside}/style.css);rect{fill:url(${outside}/rule)}</style>
<script>${script}</script><script href="${outside}/script.js"/>
<rect id="kept" width="40" height="30" fill="#00ff00" onclick="${script}" style="filter:url(${outside}/filter);opacity:1"/>
<image href="${outside}/image.png" xlink:href="${outside}/linked.png" width="9" height="9" onerror="${script}"/>
<use href="${outside}/use.svg#x"/><a href="javascript:${script}"><text>x</text></a>
<animate attributeName="href" values="javascript:${script}" onbegin="${script}"/><set attributeName="onload" to="${script}"/>
<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${outside}/html.png" onerror="${script}"/>
<iframe src="${outside}/frame"/></body></foreignObject></svg>`

describe('a drawing with scripts and addresses', { skip }, () => {
  let app: TestApp
  const paths: Record<'logo' | 'file', string> = { logo: '', file: '' }
  before(async () => {
    app = await startApp()
    const made = await tenantWithAdmin(app)
    const token = (await made.signIn()).accessToken
    const logo = await app.request('POST', `/api/v1/Tenants/${made.tenant.id}/logo`, { ...form(hostile, 'logo.svg'), token })
    paths.logo = expectStatus(logo, 200).json.logoUrl
    const { url } = await uploaded(app, token, hostile, 'file.svg', { isPublic: 'true' })
    paths.file = url
  })

  for (const name of ['logo', 'file'] as const) {
    it(`${name}: shown in a page, and opened by itself`, async () => {
      await using guest = await visit(app.url)
      const { page, context, faults } = guest
      const asked: string[] = []
      context.on('request', (request) => asked.push(request.url()))
      const own = new URL(paths[name], app.url).href
      const shell = `${app.url}/shell`
      await page.route(shell, (route) =>
        route.fulfill({ contentType: 'text/html', body: `<!doctype html><link rel="icon" href="data:,"><img src="${own}">` }),
      )
      await page.goto(shell)
      await page.waitForFunction('document.images[0].complete')
      assert.equal(await page.evaluate('document.images[0].naturalWidth'), 40)
      // an attachment is not opened but saved, and leaves the page where it was
      const opened = await page.goto(own).then(
        () => 'opened',
        (error: Error) => (/Download is starting|ERR_ABORTED/.test(error.message) ? 'saved' : Promise.reject(error)),
      )
      await page.waitForTimeout(500)
      assert.ok(['opened', 'saved'].includes(opened))
      assert.deepEqual([faults, asked.filter((url) => url !== own && url !== shell)], [[], []])
    })

    it(`${name}: its bytes alone, as a document without any header that shuts it in`, async () => {
      const { body, status } = await bytesAt(app, paths[name], null)
      assert.equal(status, 200)
      await using guest = await visit(app.url)
      const { page, context, faults } = guest
      const asked: string[] = []
      context.on('request', (request) => asked.push(request.url()))
      const bare = `${app.url}/bare.svg`
      await page.route(bare, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
      await page.goto(bare)
      assert.equal(await page.evaluate('document.documentElement.localName'), 'svg')
      await page.locator('#kept').click()
      await page.waitForTimeout(500)
      assert.deepEqual([faults, asked.filter((url) => url !== bare && !url.endsWith('/favicon.ico'))], [[], []])
    })
  }

  it('what was sent would have run and asked', async () => {
    await using guest = await visit(app.url)
    const { page, faults } = guest
    const bare = `${app.url}/bare.svg`
    await page.route(`${outside}/**`, (route) => route.abort())
    await page.route(bare, (route) => route.fulfill({ contentType: 'image/svg+xml', body: hostile.slice(hostile.indexOf('<svg')) }))
    await page.goto(bare)
    await page.waitForTimeout(500)
    assert.ok(faults.includes('log: it ran') && faults.includes(`asked ${outside}`), faults.join('\n'))
  })
})
