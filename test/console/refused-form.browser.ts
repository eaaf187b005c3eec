/** A form that the service refused: the sentence has the focus once, and whoever goes on typing keeps it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { skip, visit } from './chromium.ts'
import { openAs, scene } from './scene.ts'

describe('a form that was refused', { skip }, () => {
  it('leaves the focus to whoever goes on typing', async () => {
    const { app, keeper } = await scene()
    await using guest = await visit(app.url)
    const { page } = guest
    await openAs(page, '/console/admins?do=new', keeper)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Half')
    await dialog.locator('button[type=submit]').click()
    await dialog.locator('.summary:focus').waitFor()
    const last = dialog.getByLabel('Last name')
    await last.focus()
    await page.keyboard.type('Of a name')
    assert.equal(await last.inputValue(), 'Of a name')
    assert.deepEqual(guest.faults, [])
  })
})
