/** Files on a slow line: they are given the time that their size takes, and the dialog stays until all of them are told. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { picture, uploaded } from '../files/rig.ts'
import { skip, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'
import { keeperToken } from './scenes/messages.ts'

describe('files that are sent slowly', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  /** Uploads reach the service when `release` is called. */
  async function held(page: Page) {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/files/upload', async (route) => {
      await promise
      await route.continue()
    })
    return release
  }

  async function sending(page: Page, name: string, bytes: number, ...more: string[]): Promise<Locator> {
    await openAs(page, '/console/emails', stage.keeper)
    await page.locator('nav a[href="/console/files"]').click()
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload' })
    const files = [name, ...more].map((one) => ({ name: one, mimeType: 'text/csv', buffer: Buffer.alloc(bytes, 'a,b\n') }))
    await dialog.locator('input[type=file]').setInputFiles(files)
    await dialog.getByText('Sending', { exact: true }).waitFor()
    return dialog
  }

  it('are given up after the usual time and that which their bytes take', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await page.clock.install()
    await held(page)
    const asked = page.waitForRequest('**/api/v1/files/upload')
    const dialog = await sending(page, 'large.csv', 1_000_000)
    await asked
    await page.clock.runFor(60_000)
    assert.ok(await dialog.getByText('Sending', { exact: true }).isVisible())
    await page.clock.runFor(3_000)
    await dialog.locator('[data-tone=red]').waitFor()
    // what is chosen for those that come next is not chosen for it
    await dialog.getByRole('checkbox').check()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('Uploaded', { exact: true }).waitFor()
    assert.ok(await dialog.getByText('Private', { exact: true }).isVisible())
    const { items } = (await stage.app.get('/api/v1/files', { token: await keeperToken(stage) })).json
    assert.equal((items as { fileName: string; isPublic: boolean }[]).find(({ fileName }) => fileName === 'large.csv')?.isPublic, false)
  })

  it('keep the dialog open and the tab too, and what is refused is told', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const release = await held(page)
    const dialog = await sending(page, 'program.exe', 100)
    await page.keyboard.press('Escape')
    assert.ok(await dialog.getByRole('button', { name: 'Close' }).first().isDisabled())
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const asked = await question
    assert.equal(asked.type(), 'beforeunload')
    await asked.dismiss()
    // the way back in the browser asks, too
    await page.evaluate('history.back()')
    await page.getByRole('dialog', { name: 'Leave while files are sent?' }).getByRole('button', { name: 'Stay here' }).click()
    release()
    await dialog.locator('[data-tone=red]').waitFor()
    // a service that wants to be left alone is not asked again before the time that is told
    const busy = { statusCode: 429, code: 'rate_limited', message: 'Too many requests.', errors: [], traceId: 'f'.repeat(32) }
    await page.route('**/api/v1/files/upload', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '59' }, json: busy }))
    const again = dialog.getByRole('button', { name: 'Try again' })
    await again.click()
    await dialog.getByText(/Too many requests\.\s+Try again in \d+ seconds\./).waitFor()
    await again.and(page.locator(':disabled')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('are sent no more when somebody leaves; what is there is saved by its true name', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const release = await held(page)
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/files/upload') && sent.push(request.url()))
    const dialog = await sending(page, 'first.csv', 100, 'second.csv', 'third.csv')
    await page.evaluate('history.back()')
    await page.getByRole('dialog', { name: 'Leave while files are sent?' }).getByRole('button', { name: 'Leave' }).click()
    await dialog.waitFor({ state: 'detached' })
    const answered = page.waitForResponse(/\/api\/v1\/files\/upload/)
    release()
    await (await answered).finished()
    // what would be sent next is sent at once
    const token = await keeperToken(stage)
    // by its name it would be opened with what can't read it
    const { id } = await uploaded(stage.app, token, await picture().png().toBuffer(), 'report.pdf')
    await page.goto(`/console/files?open=${randomUUID()}`)
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.waitFor()
    // of a file that is not there nothing is opened
    assert.equal(await page.locator('.split[data-open]').count(), 0)
    await row.locator('td').nth(1).click()
    const download = page.waitForEvent('download')
    await page.locator('aside.panel').getByRole('button', { name: 'Download' }).click()
    assert.equal((await download).suggestedFilename(), 'report.pdf.png')
    assert.equal(sent.length, 1)
    const { items } = (await stage.app.get('/api/v1/files', { token })).json
    assert.deepEqual(
      (items as { fileName: string }[]).map(({ fileName }) => fileName).filter((name) => /first|second|third/.test(name)),
      ['first.csv'],
    )
    assert.deepEqual(faults, [])
  })
})
