/** A browser in which a stranger has left a session of theirs: whoever signs in there gets another one, and gives the stranger nothing. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestAdmin } from '../auth/people.ts'
import { expectStatus } from '../harness.ts'
import { type Providers, somebody, startProviders } from '../providers/rig.ts'
import { letIn } from './account/google.ts'
import { enter, harbour, type Tenant, tenant, user, whole } from './account/stage.ts'
import { skip, visit } from './chromium.ts'

const door = '/api/v1/auth/user'

describe('a session that a stranger left in a browser', { skip }, () => {
  let rig: Providers
  let shop: Tenant
  let mallory: TestAdmin
  before(async () => {
    rig = await startProviders()
    shop = await tenant(rig.app, 'Harbour', 'harbour', harbour)
    mallory = await user(rig.app, shop, { firstName: 'Mallory' })
  })
  /** The cookie of a session that Mallory begins for somebody else. */
  const planted = async (): Promise<{ name: string; value: string }> => {
    const { email: username, password } = mallory
    const body = { username, password, tenantCode: shop.code }
    const { headers } = expectStatus(await rig.app.post(`${door}/login`, body, { headers: { 'x-refresh-cookie': 'true' } }), 200)
    const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(String(headers['set-cookie'])) ?? []
    return { name, value }
  }
  const sessionsOf = async (accountId: string) =>
    await rig.app.open.service.database.kysely
      .selectFrom('sessions')
      .select(['id', 'endedBecause'])
      .where('accountId', '=', accountId)
      .execute()
  const meBy = async ({ name, value }: { name: string; value: string }): Promise<string> => {
    const { status, json } = await rig.app.post(`${door}/refresh`, {}, { headers: { cookie: `${name}=${value}` } })
    return status === 200 ? json.user.id : `${status} ${json.code}`
  }

  const ways = {
    'by a provider': async (page: Parameters<typeof enter>[0]) => {
      const claims = somebody()
      letIn(rig.google, claims)
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await whole(page)
      // password and two-factor ask for a password, which such an account has none of: both say where it gets one
      for (const tab of ['Password', 'Two-factor']) {
        await page.getByRole('link', { name: tab, exact: true }).click()
        await page.getByRole('link', { name: 'Choose one by mail' }).click()
        await page.waitForURL(/\/account\/forgot\?w=harbour$/)
        await page.goBack()
      }
      await page.getByRole('link', { name: 'Profile' }).click()
      return claims.email
    },
    'with a password': async (page: Parameters<typeof enter>[0]) => {
      const { email } = await user(rig.app, shop)
      await enter(page, email)
      return email
    },
  }
  for (const [name, come] of Object.entries(ways))
    it(`is not that of who signs in there ${name}, and opens nothing of theirs`, async () => {
      const { app, google } = rig
      const left = await planted()
      const before = await sessionsOf(mallory.id)
      await using guest = await visit(app.url)
      const { page, context } = guest
      await context.addCookies([
        { ...left, domain: '127.0.0.1', path: '/api/v1/auth/user', httpOnly: true, secure: true, sameSite: 'Strict' },
      ])
      assert.equal((await context.cookies()).length, 1)
      await page.goto('/account/sign-in?w=harbour')
      const email = await come(page)
      await page.getByText(email).waitFor()
      assert.ok(!(await page.locator('body').innerText()).includes('Mallory'))
      const [mine, ...others] = await context.cookies()
      assert.ok(mine?.value !== left.value && others.length === 0)
      const { id } = await app.open.service.database.kysely
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const own = await sessionsOf(id)
      assert.equal(own.length, 1)
      assert.ok(!before.some((session) => session.id === own[0]?.id))
      // nothing was raised to the one who came, and the account elsewhere opens none of Mallory's
      assert.deepEqual(await sessionsOf(mallory.id), before)
      assert.equal(await meBy(left), mallory.id)
      const links = await app.open.service.database.kysely.selectFrom('externalLogins').select('accountId').execute()
      assert.ok(!links.some(({ accountId }) => accountId === mallory.id))
      // who leaves ends what is their own
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(/\/account\/sign-in/)
      assert.deepEqual(await sessionsOf(mallory.id), before)
      assert.ok((await sessionsOf(id)).every(({ endedBecause }) => endedBecause !== null))
      assert.deepEqual(
        guest.faults.filter((fault) => fault !== `asked ${google.url}`),
        [],
      )
    })
})
