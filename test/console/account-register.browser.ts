/** Registration on a bad network: what is typed stays, and what may be done is said. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { codeFor } from '../users/rig.ts'
import { type Stage, stage } from './account/stage.ts'
import { arabic, barriers, drawn, english, skip, visit } from './chromium.ts'
import { refusal } from './failing.ts'

const languages = [
  ['en', english],
  ['ar', arabic],
] as const

describe('registration on a bad network', { skip }, () => {
  let scene: Stage
  before(async () => {
    scene = await stage()
  })

  for (const w of ['', '?w=harbour'])
    it(`shows no fields before it is known which workspace is meant, and what it takes: /account/register${w}`, async () => {
      await using guest = await visit(scene.app.url)
      const { page } = guest
      await page.clock.install()
      const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/public/sign-in**', async (route) => {
        await asked
        await route.continue()
      })
      await page.goto(`/account/register${w}`)
      await page.locator('.login[aria-busy=true]').waitFor()
      // more than it would wait for a first answer
      await page.clock.runFor(2_000)
      await drawn(page)
      assert.equal(await page.locator('input').count(), 0)
      answer()
      await (w === '' ? page.getByText('Which workspace') : page.locator('input[name=email]')).waitFor()
      assert.deepEqual(guest.faults, [])
    })

  it('says where it could not be asked for, and asks again', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await page.route('**/public/sign-in', (route) => route.fulfill({ status: 400, json: refusal }))
    await page.goto('/account/register')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.locator('input').count(), 0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Which workspace').waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('that was made though its answer was lost leads on to the proof of the address, and says so of no other', async () => {
    for (const [language, options] of languages) {
      const email = `lost.${language}@harbour.example`
      await using guest = await visit(scene.app.url, options)
      const { page } = guest
      await page.route(
        '**/auth/user/register',
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await page.goto('/account/register?w=harbour')
      const typed = { firstName: 'Lina', lastName: 'Khoury', email, username: `lost.${language}`, password: 'zuvaqor-71-Kestrel' }
      for (const [name, value] of Object.entries(typed)) await page.locator(`input[name=${name}]`).fill(value)
      const send = () => page.locator('form button[type=submit]').click()
      const taken = page.locator('input[name=email][aria-invalid=true]')
      const note = page.locator('.note[data-tone=amber]')
      await send()
      await page.getByRole('alert').first().waitFor()
      await send()
      await note.waitFor()
      await taken.waitFor()
      assert.deepEqual(await barriers(page), [])
      // an address of somebody else is none of theirs
      await page.locator('input[name=email]').fill(scene.user.email)
      await send()
      await note.waitFor({ state: 'detached' })
      await taken.waitFor()
      assert.equal(await note.count(), 0)
      await page.locator('input[name=email]').fill(email)
      await send()
      await note.getByRole('link').click()
      const { id } = await scene.app.open.service.database.kysely
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      assert.equal(await page.locator('input[name=email]').inputValue(), email)
      await page.locator('input[name=code]').fill(await codeFor(scene.app, id, 'email_verification'))
      await page.locator('.note[data-tone=green]').waitFor()
      assert.deepEqual(
        guest.faults.filter((fault) => !/Failed to load resource/.test(fault)),
        [],
      )
    }
  })
})
