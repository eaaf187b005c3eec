/** A service with people in it, as the tests of the console find it. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type AppOptions, expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { ArchivedFiles, type DatabaseArchive, readArchive } from '../rig/archived-files.ts'
import { byMouse } from './account/hand.ts'

export const password = 'zuvaqor-71-Kestrel'
export const hostileName = '<img src=x onerror=alert(1)>'

export interface Scene {
  readonly app: TestApp
  readonly tenantId: string
  readonly roleId: string
  /** Somebody who may see the admins of Harbour, and change them. */
  readonly keeper: string
  /** Somebody who may see none. */
  readonly stranger: string
}

const people: readonly (readonly [string, string])[] = [
  ['Isla', 'Turner'],
  ['ريم', 'نجار'],
  ['عمر', 'حمدان'],
  ['Yousef', 'Qasim'],
  ['Finn', 'Palmer'],
]

/** More than a page of a list has, with the keeper and the stranger. */
const usualPeople = 28
/** For who looks at every row of every list: each kind of name is among them. */
export const fewPeople = 8

/** By how many people there are, the first of this process, which all that come after on the embedded database begin with: to make one takes seconds. */
const first = new Map<number, ReturnType<typeof archived>>()

/** One tenant with its keeper, its stranger and so many admins, the last of whom has a hostile name and a long one. */
export async function scene({ people = usualPeople, ...options }: AppOptions & { readonly people?: number } = {}): Promise<Scene> {
  if (process.env.TEST_DATABASE === 'postgres') return await filled(await startApp(options), people)
  const known = first.get(people) ?? archived(people)
  first.set(people, known)
  const { archive, made } = await known
  return { ...made, app: await startApp({ ...options, files: new ArchivedFiles(archive) }) }
}

async function archived(count: number): Promise<{ readonly archive: DatabaseArchive; readonly made: Omit<Scene, 'app'> }> {
  const { app, ...made } = await filled(await startApp(), count)
  const dump = await app.open.service.database.dump()
  await app.close()
  return { archive: readArchive(Buffer.from(await dump.arrayBuffer())), made }
}

async function filled(app: TestApp, count: number): Promise<Scene> {
  const token = await app.superToken()
  const made = async (path: string, body: object) => expectStatus(await app.post(`/api/v1${path}`, body, { token }), 201).json
  const keeper = 'keeper@harbour.example'
  const tenant = await made('/Tenants', {
    name: 'Harbour Optics and Spectacles of the Northern Coast',
    admin: { email: keeper, firstName: 'Kim', lastName: 'Keeper', password },
  })
  const tenantId = tenant.id as string
  const roles = expectStatus(await app.get(`/api/v1/Tenants/${tenantId}/roles`, { token }), 200).json.items as {
    id: string
    name: string
  }[]
  const roleId = roles.find(({ name }) => name === 'TenantAdmin')?.id ?? roles[0]?.id ?? ''
  const bare = await made('/roles', { name: 'Nothing', tenantId })
  const stranger = 'stranger@harbour.example'
  await made('/Admins', { email: stranger, firstName: 'Sam', lastName: 'Stranger', roleId: bare.id, tenantId, password })
  for (let n = 0; n < count; n++) {
    const [firstName = '', lastName = ''] =
      n === count - 1 ? [hostileName, 'Of A Name That Is Far Too Long To Stand In Any Column'] : (people[n % 5] ?? [])
    await made('/Admins', { email: `person.${n}@harbour.example`, firstName, lastName, roleId, tenantId, password })
  }
  return { app, tenantId, roleId, keeper, stranger }
}

/**
 * Opens a page for somebody who has signed in before, in this browser: a page less to load than by `signIn`, which all who try signing in itself use.
 *
 * @param path with what is asked in it: `/console/admins?page=2`
 */
export async function openAs(page: Page, path: string, identifier: string, secret = password): Promise<void> {
  const headers = { 'x-refresh-cookie': 'true' }
  const answer = await page.context().request.post('/api/v1/auth/admin/login', { data: { identifier, password: secret }, headers })
  assert.equal(answer.status(), 200, await answer.text())
  await page.goto(path)
}

/** Fills the sign-in page that is open, and waits until it is gone. */
export async function signIn(page: Page, identifier: string, secret = password, hand = byMouse): Promise<void> {
  await hand.fill(page.locator('input[name=identifier]'), identifier)
  await hand.fill(page.locator('input[name=password]'), secret)
  await hand.press(page.locator('form button[type=submit]'))
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

export { superAdmin }
