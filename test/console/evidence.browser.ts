/** What a failed test leaves behind, so that somebody who was not there sees what it saw. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from '../../scripts/tests/files.ts'
import { startApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { takeLeft, testEnded } from '../rig/test-ends.ts'
import { skip, visit } from './chromium.ts'

it('a failed test leaves picture, DOM and requests of its page, and no secret; one that passes leaves nothing', { skip }, async () => {
  const app = await startApp()
  await using guest = await visit(app.url)
  const { page } = guest
  await page.goto('/console/reset?workspace=told#token=one-time-secret')
  await page.locator('input[inputmode=email], main button').first().waitFor()
  await page.goto('/console/login?code=one-time-secret')
  await page.locator('input[name=password]').fill('zuvaqor-71-Kestrel')
  testEnded({ file: 'test/console/evidence.browser.ts', name: 'that passed', isPassed: true })
  testEnded({ file: 'test/console/evidence.browser.ts', name: 'that/../failed', isPassed: false })
  const place = await eventually('what is left', () => takeLeft()[0])
  assert.equal(place, join('test-results', 'evidence', 'that-failed'))
  const folder = join(root, place)
  assert.deepEqual(readdirSync(folder).sort(), ['page-1.html', 'page-1.png', 'page-1.requests.txt'])
  assert.equal(readFileSync(join(folder, 'page-1.png')).toString('latin1', 1, 4), 'PNG')
  const dom = readFileSync(join(folder, 'page-1.html'), 'utf8')
  assert.match(dom, /<h1[\s>]/)
  const requests = readFileSync(join(folder, 'page-1.requests.txt'), 'utf8')
  assert.match(requests, /GET http:\S+\/api\/v1\/public\/sign-in 200/)
  assert.match(requests, /\/console\/login\?code=… 200/)
  for (const text of [dom, requests]) for (const secret of ['one-time-secret', 'zuvaqor']) assert.ok(!text.includes(secret), secret)
  assert.ok(!/cookie|authorization/i.test(requests))
  rmSync(join(root, 'test-results/evidence'), { recursive: true })
})
