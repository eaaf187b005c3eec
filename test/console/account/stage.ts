/** A service with two tenants whose end users have pages, and what a user of it does. */
import type { Page } from 'playwright-core'
import { addAdmin, setAccount, setSettings, type TestAdmin } from '../../auth/people.ts'
import { type AppOptions, expectStatus, startApp, type TestApp } from '../../harness.ts'

export const password = 'zuvaqor-71-Kestrel'
export const fresh = 'Another-91-Password'

export interface Tenant {
  readonly id: string
  readonly code: string
}

/** A tenant over HTTP, with its first admin. */
export async function tenant(app: TestApp, name: string, code: string, settings: Record<string, unknown> = {}): Promise<Tenant> {
  const token = await app.superToken()
  const admin = { email: `keeper@${code}.example`, firstName: 'Kim', lastName: 'Keeper', password }
  const made = expectStatus(await app.post('/api/v1/Tenants', { name, code, admin }, { token }), 201).json
  const id = await app.open.service.database.kysely.selectFrom('tenants').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  await setSettings(app, id.id, { registrationEnabled: true, ...settings })
  return { id: id.id, code: made.code as string }
}

/** An end user of it whose address is proved. */
export async function user(app: TestApp, { id }: Tenant, more: Record<string, unknown> = {}): Promise<TestAdmin> {
  const made = await addAdmin(app, id, { kind: 'user', password, firstName: 'Lina', lastName: 'Khoury', ...more })
  await setAccount(app, made.id, { emailVerifiedAt: app.clock.now() })
  return made
}

export const harbour = { primaryColor: '#0a7d5a', companyName: 'Harbour Optics', termsOfServiceUrl: 'https://harbour.example/terms' }

export interface Stage {
  readonly app: TestApp
  readonly tenant: Tenant
  readonly user: TestAdmin
}

export async function stage(options: AppOptions = {}): Promise<Stage> {
  const app = await startApp(options)
  const one = await tenant(app, 'Harbour', 'harbour', harbour)
  return { app, tenant: one, user: await user(app, one, { phoneNumber: '+962790000001' }) }
}

/** Fills the sign-in page that is open, and sends it, wherever that leads. */
export async function type(page: Page, identifier: string, secret = password): Promise<void> {
  await page.locator('input[name=identifier]').fill(identifier)
  await page.locator('input[name=password]').fill(secret)
  await page.locator('form:has(input[name=identifier]) button[type=submit]').click()
}

/** The same, until the account is there. */
export async function enter(page: Page, identifier: string, secret = password): Promise<void> {
  await type(page, identifier, secret)
  await whole(page)
}

export const whole = (page: Page) => page.locator('.own-body h1').waitFor()
export const pathOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search
export const alertOf = (page: Page) => page.getByRole('alert').first()
