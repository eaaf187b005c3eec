/** What a mail is written with does not come: each part says so alone, and is there when it is tried again. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { arabic, barriers, skip, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'
import { keeperToken, templateOf } from './scenes/messages.ts'

describe('a mail whose parts do not come', { skip }, () => {
  let stage: Scene
  let templateId: string
  before(async () => {
    stage = await scene()
    templateId = await templateOf(stage)
  })
  /** Answers 503 to what is asked there until it is called. */
  const broken = async (page: Page, path: string, isMeant: (asked: string) => boolean = () => true) => {
    const glob = `**/api/v1/${path}`
    await page.route(glob, async (route) => {
      const request = route.request()
      if (!isMeant(request.url() + (request.postData() ?? ''))) return await route.continue()
      const refusal = { isSuccess: false, data: null, statusCode: 503, code: 'unavailable', message: 'Not now.', traceId: 'trace-4711' }
      await route.fulfill({ status: 503, json: refusal })
    })
    return async () => await page.unroute(glob)
  }
  const again = (page: Page) => page.getByRole('button', { name: 'Try again' })
  /** Whoever presses it is somewhere soon afterwards: the page gives a dialog time to take the focus first. */
  const tryAgain = async (page: Page) => {
    await again(page).focus()
    await page.keyboard.press('Enter')
    await again(page).waitFor({ state: 'detached' })
    await eventually('the focus to be somewhere', async () => (await page.evaluate('document.activeElement.tagName')) !== 'BODY')
  }

  it('says that a template did not come where it was chosen, and shows the mail when it has', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    const mend = await broken(page, `message-templates/${templateId}`)
    await openAs(page, `/console/emails/compose?template=${templateId}`, stage.keeper)
    await page.locator('.form-part .nothing').getByText('Not now.').waitFor()
    assert.equal(await page.locator('.preview-pane').count(), 0)
    assert.deepEqual(await barriers(page), [])
    await mend()
    await tryAgain(page)
    await page.getByLabel('orderNumber').waitFor()
    await page.frameLocator('iframe.mail-preview').locator('h1').waitFor()
  })

  it('says that the list of templates did not come, and that there is none', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    const mend = await broken(page, 'message-templates?*')
    await openAs(page, '/console/emails/compose', stage.keeper)
    await page.locator('.form-part').getByText('Not now.').waitFor()
    assert.deepEqual(await barriers(page), [])
    await mend()
    await tryAgain(page)
    const template = page.getByRole('combobox', { name: 'Template' })
    await template.click()
    await page.getByRole('option', { name: 'Order shipped' }).waitFor()
    const none = page.getByText('There is no template of yours yet that is active')
    assert.equal(await none.count(), 0)
    const switched = async (isActive: boolean) =>
      expectStatus(
        await stage.app.request('PUT', `/api/v1/message-templates/${templateId}`, { token: await keeperToken(stage), body: { isActive } }),
        200,
      )
    await switched(false)
    await page.reload()
    await none.waitFor()
    await switched(true)
  })

  it('says that recipients were not counted, who reads it did not come, and that nobody matches', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    const isReader = (asked: string) => asked.includes('limit=1&') || asked.endsWith('limit=1')
    let mend = await broken(page, 'emails/send-bulk')
    await openAs(page, `/console/emails/compose?template=${templateId}`, stage.keeper)
    await page.getByRole('button', { name: 'All that match' }).click()
    await page.locator('.form-part .nothing').getByText('Not now.').waitFor()
    await mend()
    mend = await broken(page, 'emails/search-recipients?*', isReader)
    await tryAgainHere(page, '.form-part .nothing')
    await page.getByText('30 mails', { exact: true }).waitFor()
    // a mail to somebody else than is named above it is shown to nobody
    await page.locator('.preview-pane .nothing').getByText('Not now.').waitFor()
    assert.equal(await page.locator('iframe.mail-preview').count(), 0)
    await mend()
    await tryAgain(page)
    await page.frameLocator('iframe.mail-preview').locator('h1').waitFor()
    await page.getByLabel('Name or address contains').fill('nobody at all')
    await page.getByText('Nobody matches.').waitFor()
  })
  const tryAgainHere = async (page: Page, place: string) => {
    await page.locator(place).getByRole('button').click()
    await page.locator(place).waitFor({ state: 'detached' })
  }

  it('does not begin with nobody where it is not known whom it was opened for', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page } = guest
    const token = await keeperToken(stage)
    const { items } = expectStatus(await stage.app.get('/api/v1/Admins?search=stranger', { token }), 200).json as {
      items: { id: string }[]
    }
    const mend = await broken(page, 'emails/search-recipients?*')
    await openAs(page, `/console/emails/compose?template=${templateId}&to=${items[0]?.id}`, stage.keeper)
    const button = page.getByRole('button', { name: 'حاول مجددًا' })
    await button.waitFor()
    assert.deepEqual(await barriers(page), [])
    await mend()
    await button.click()
    await page.getByRole('list', { name: 'الاسم أو العنوان' }).getByText('Sam Stranger').waitFor()
  })
})
