/** The first owner of a new service: a password and a second factor of their own, and a first tenant with its admin. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setAccount } from '../../auth/people.ts'
import { startApp, superAdmin } from '../../harness.ts'
import { barriers, english, skip, visit } from '../chromium.ts'

it('leads a new service from its first password to its first tenant, and goes on after a reload', { skip }, async () => {
  const empty = await startApp()
  const { id } = (await empty.get('/api/v1/Admins/me', { token: await empty.superToken() })).json
  await setAccount(empty, id, { mustChangePassword: true })
  await using guest = await visit(empty.url, english)
  const { page, faults } = guest
  const step = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  await page.goto('/console')
  await page.locator('input[name=identifier]').fill(superAdmin.email)
  await page.locator('input[name=password]').fill(superAdmin.password)
  await page.locator('form:has(input[name=identifier]) button[type=submit]').click()
  await page.waitForURL(/\/console\/setup/)
  await step('Choose your own password')
  assert.deepEqual(await barriers(page), [])
  await page.goto('/console/admins')
  await page.waitForURL(/\/console\/setup/)
  await page.locator('input[name=current]').fill(superAdmin.password)
  await page.locator('input[name=new]').fill('Another-91-Password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await step('Protect this account')
  await page.reload()
  await step('Protect this account')
  await page.getByRole('button', { name: 'Do this later' }).click()
  await step('Make the first tenant')
  assert.deepEqual(await barriers(page), [])
  await page.getByLabel('Name of the tenant').fill('Acme')
  await page.getByLabel('First name').fill('Sara')
  await page.getByLabel('Last name').fill('Haddad')
  await page.getByLabel('E-mail').fill('not an address')
  await page.locator('form').evaluate('document.querySelector("form").noValidate = true')
  await page.getByRole('button', { name: 'Create tenant' }).click()
  await page.locator('.mantine-InputWrapper-error').waitFor()
  await page.getByLabel('E-mail').fill('sara@acme.example')
  await page.locator('input[name=password]').fill('zuvaqor-71-Kestrel')
  await page.getByRole('button', { name: 'Create tenant' }).click()
  await page.locator('button.me').waitFor()
  assert.ok(!page.url().includes('/setup'))
  await page.goto('/console/setup')
  await page.locator('button.me').waitFor()
  assert.equal((await empty.signIn('sara@acme.example', 'zuvaqor-71-Kestrel')).user.tenantId !== null, true)
  assert.deepEqual(faults, [])
})
