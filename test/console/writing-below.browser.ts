/** Somebody writes to those of a tenant below their own, by a role that they have there. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { skip, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'
import { templateOf } from './scenes/messages.ts'

describe('writing to those of a tenant below', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
    const { app, tenantId } = stage
    const admin = { email: 'nora@below.example', firstName: 'Nora', lastName: 'Below' }
    const body = { name: 'Lakeside', parentTenantId: tenantId, admin }
    expectStatus(await app.post('/api/v1/Tenants', body, { token: await app.superToken() }), 201)
  })

  const open = async (page: Page, name: string) => await page.getByRole('combobox', { name, exact: true }).click()
  const offered = async (page: Page, name: string) => {
    await open(page, name)
    await page.getByRole('option', { name: 'TenantAdmin' }).first().waitFor()
    const names = await page.getByRole('option', { name: 'TenantAdmin' }).allInnerTexts()
    return names.sort()
  }
  const below = 'TenantAdmin · Lakeside'
  const both = ['TenantAdmin · Harbour Optics and Spectacles of the Northern Coast', below]

  it('by mail: offers roles of the tenant that is written to, and keeps none as another one is chosen', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/emails/compose?template=${await templateOf(stage)}`, stage.keeper)
    await page.getByRole('button', { name: 'All that match' }).click()
    await page.getByText('31 mails', { exact: true }).waitFor()
    assert.deepEqual(await offered(page, 'Role'), both)
    await page.keyboard.press('Escape')
    await open(page, 'Tenant')
    await page.getByRole('option', { name: 'Lakeside' }).click()
    assert.deepEqual(await offered(page, 'Role'), [below])
    await page.getByRole('option', { name: below }).click()
    await page.getByText('1 mail', { exact: true }).waitFor()
    await open(page, 'Tenant')
    await page.getByRole('option', { name: 'Harbour' }).click()
    await page.getByText('31 mails', { exact: true }).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Role', exact: true }).inputValue(), '')
    assert.deepEqual(faults, [])
  })

  it('by a notification: lists those who have a role there', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/notifications?do=new', stage.keeper)
    assert.deepEqual(await offered(page, 'All admins of a role'), both)
    await page.getByRole('option', { name: below }).click()
    await page.getByRole('dialog').getByText('Nora Below').waitFor()
    assert.deepEqual(faults, [])
  })
})
