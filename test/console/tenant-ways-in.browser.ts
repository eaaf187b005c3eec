/** Names and providers of a tenant, against a real DNS server and a real issuer on loopback. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus, startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { startDns, type TestDns } from '../rig/dns.ts'
import { type OpenIdIssuer, startOpenIdIssuer } from '../rig/openid.ts'
import { skip, type Visit, visit } from './chromium.ts'
import { openAs } from './scene.ts'

describe('the ways into a tenant', { skip }, () => {
  let app: TestApp
  let dns: TestDns
  let issuer: OpenIdIssuer
  let tenantId: string
  before(async () => {
    dns = await startDns()
    app = await startApp({ background: true, env: { DNS_SERVERS: dns.address } })
    issuer = await startOpenIdIssuer(() => app.clock.now(), 'tenantry-at-acme')
    tenantId = (await tenantWithAdmin(app)).tenant.id
  })
  const enter = async ({ page }: Visit, tab: string) => {
    await openAs(page, `/console/tenants/${tenantId}/${tab}`, superAdmin.email, superAdmin.password)
    await page.locator('.record-body').waitFor()
  }
  const dialogOf = (page: Page) => page.getByRole('dialog')

  it('watches the check of a name: why it failed, and that it is proved, without a reload', async () => {
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await enter(guest, 'domains')
    await page.getByLabel('Domain').fill('login.quay.test')
    await page.getByRole('button', { name: 'Add' }).click()
    const card = page.locator('[data-domain="login.quay.test"]')
    await card.getByRole('button', { name: 'Check record' }).click()
    await card
      .getByText('No such record')
      .or(card.getByText(/not found|no record/i))
      .first()
      .waitFor()
    const { domains } = expectStatus(await app.get(`/api/v1/Tenants/${tenantId}/domains`, { token: await app.superToken() }), 200).json
    const { dnsRecordName, dnsRecordValue } = domains[0]
    assert.ok((await card.innerText()).includes(dnsRecordValue))
    dns.zones.set(dnsRecordName.toLowerCase(), { txt: [[dnsRecordValue]] })
    await card.getByRole('button', { name: 'Check again now' }).click()
    await card.getByText('Verified', { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('takes a provider whose issuer answers, never shows its secret, and shows both values of what two changed', async () => {
    await using guest = await visit(app.url)
    const { page, faults } = guest
    const seen: string[] = []
    await enter(guest, 'sign-in')
    page.on('response', async (answer) => seen.push(await answer.text().catch(() => '')))
    await page.getByRole('button', { name: 'New provider' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name', { exact: true }).fill('Acme')
    await dialog.getByLabel('Name in addresses').fill('acme-sso')
    await dialog.getByLabel('Issuer').fill(`${issuer.url}/nowhere`)
    await dialog.getByLabel('Client id').fill('tenantry-at-acme')
    await dialog.getByLabel('Client secret').fill('only-once-9713')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.locator('input[type=url][aria-invalid=true]').waitFor()
    assert.equal(await dialog.getByLabel('Client secret').inputValue(), 'only-once-9713')
    await dialog.getByLabel('Issuer').fill(issuer.url)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    const box = page.locator('[data-provider=acme-sso]')
    await box.getByText('Set, never shown').waitFor()
    await box.getByRole('button', { name: 'Edit' }).click()
    assert.equal(await dialog.getByLabel('Client secret').inputValue(), '')
    await dialog.getByLabel('Name', { exact: true }).fill('Acme of ours')
    const token = await app.superToken()
    const at = `/api/v1/Tenants/${tenantId}/identity-providers`
    const [{ id }] = expectStatus(await app.get(at, { token }), 200).json.identityProviders
    expectStatus(await app.request('PUT', `${at}/${id}`, { token, body: { displayName: 'Acme of theirs', trustEmail: true } }), 200)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('cell', { name: 'Acme of theirs', exact: true }).waitFor()
    await dialog.getByRole('row', { name: 'Trust its addresses' }).getByRole('cell', { name: 'On' }).waitFor()
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Acme of theirs')
    // there is none, and then there is one again, which nobody has typed
    const isPublic = dialog.getByLabel('A public client: there is no secret')
    await isPublic.check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await box.getByRole('button', { name: 'Edit' }).click()
    await isPublic.uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('input[type=password][aria-invalid=true]').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Discard' }).click()
    await box.getByText('Acme of theirs').waitFor()
    await box.getByRole('button', { name: 'Delete' }).click()
    const sure = dialog.getByRole('button', { name: 'Delete' })
    assert.equal(await sure.isDisabled(), true)
    await dialog.getByRole('textbox').fill('acme-sso')
    await sure.click()
    await box.waitFor({ state: 'detached' })
    assert.deepEqual(
      seen.filter((text) => text.includes('only-once-9713')),
      [],
    )
    assert.deepEqual(faults, [])
  })
})
