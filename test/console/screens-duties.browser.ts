/** Screens for who owes something before anything else is open, which no menu leads to. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setAccount } from '../auth/people.ts'
import { expectStatus } from '../harness.ts'
import { arabic, english, skip, visit } from './chromium.ts'
import { nothing, reach } from './reach.ts'
import { password, type Scene, scene, superAdmin } from './scene.ts'
import { ofDuties } from './sweep.ts'
import { whole } from './whole.ts'

describe('the screens of who owes something', { skip }, () => {
  let stage: Scene
  const who: Record<string, [string, string]> = {}
  before(async () => {
    stage = await scene()
    const token = await stage.app.superToken()
    const { id } = expectStatus(await stage.app.get('/api/v1/Admins/me', { token }), 200).json
    const { items } = expectStatus(await stage.app.get(`/api/v1/Admins?search=${stage.stranger}`, { token }), 200).json
    for (const one of [id, items[0].id]) await setAccount(stage.app, one, { mustChangePassword: true })
    Object.assign(who, { '/setup': [superAdmin.email, superAdmin.password], '/duty': [stage.stranger, password] })
  })

  for (const [options, dir] of [
    [english, 'ltr'],
    [arabic, 'rtl'],
  ] as const)
    for (const path of ofDuties)
      it(`${path}, ${dir}: whoever owes something is led there, nobody is kept out, nothing is cut off, keys reach all`, async () => {
        await using guest = await visit(stage.app.url, options)
        const { page, faults } = guest
        await page.goto('/console/admins')
        const [identifier = '', secret = ''] = who[path] ?? []
        await page.locator('input[name=identifier]').fill(identifier)
        await page.locator('input[name=password]').fill(secret)
        await page.locator('form:has(input[name=identifier]) button[type=submit]').click()
        await page.waitForURL(new RegExp(`/console${path}`))
        await page.locator('input[name=new]').waitFor()
        await whole(page, path, { dir, judged: [390, 1280], isInShell: false })
        if (dir === 'rtl') assert.deepEqual(await reach(page), nothing, path)
        assert.deepEqual(faults, [])
      })
})
