/** A body is 64 KiB at most: of values that are larger it says that they were left out. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { assertFits, listen, owedTo, tell } from './rig.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})

const most = 64 * 1024
/** Three bytes a letter in UTF-8, where most limits count letters. */
const jsonOf = (letters: number) => JSON.stringify({ text: '語'.repeat(letters) })

for (const letters of [5_000, 21_000, 65_000]) {
  it(`with ${letters} letters in a setting a body fits, and all of what is small stays in`, async () => {
    const token = await app.superToken()
    const hook = await listen(app, {
      tenantId: null,
      events: ['tenant.created', 'tenant.settings_changed', 'entity.created', 'entity.updated'],
    })
    const { tenant } = await tenantWithAdmin(app)
    const path = `/api/v1/Tenants/${tenant.id}/settings`
    const put = async (body: object) => expectStatus(await app.request('PUT', path, { token, body }), 200)
    await put({ loginBrandingJson: jsonOf(letters), companyName: 'Small' })
    await put({ loginBrandingJson: jsonOf(letters - 1), dashboardThemeJson: jsonOf(letters), companyName: 'Still small' })
    await tell(app)
    const owed = await owedTo(app, hook)
    for (const one of owed) {
      assertFits(one)
      assert.ok(Buffer.byteLength(one.text) <= most, `${one.event}: ${Buffer.byteLength(one.text)}`)
    }
    const changed = owed.filter(({ event }) => event === 'tenant.settings_changed').map(({ body }) => body.data)
    assert.equal(changed.length, 2)
    const sizes = [jsonOf(letters), jsonOf(letters - 1) + jsonOf(letters) + jsonOf(letters)]
    for (const [n, data] of changed.entries()) {
      const changes = data.changes as Record<string, { after: unknown } | undefined>
      assert.equal(changes.companyName?.after, ['Small', 'Still small'][n])
      assert.ok((data.changedSettings as string[]).includes('loginBrandingJson'))
      assert.equal(data.truncated, Buffer.byteLength(sizes[n]!) > most - 1000 ? true : undefined)
      assert.equal('loginBrandingJson' in changes, data.truncated === undefined)
    }
  })
}
