/** How often a template was used within 30 days: one of the service, of whoever looks; one that writes a mail of the service in its place. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, it } from 'node:test'
import { systemTemplateId } from '#core/mail-template-facts.ts'
import { queueMail } from '#jobs/mail.ts'
import { change } from '../auth/people.ts'
import { addMail } from '../emails/rig.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { remove } from '../roles/making.ts'
import { makeTemplate, path } from './making.ts'

let app: TestApp
let mailbox: Mailbox
before(async () => {
  mailbox = await startMailbox()
  app = await startApp({ background: true, env: { MAIL_URL: mailbox.url } })
})

const code = 'password_reset_otp'

/** Sends a code in the name of a tenant, and waits until it is recorded as sent. */
async function sendCode(tenantId: string | null): Promise<void> {
  const recipient = {
    type: 'admin' as const,
    id: randomUUID(),
    address: `${randomUUID()}@example.test`,
    name: null,
    language: 'en' as const,
  }
  const id = await change(app, (ctx) => queueMail(ctx, { template: code, tenantId, recipient, variables: { code: '482913' } }))
  const { kysely } = app.open.service.database
  await eventually('the code to be sent', async () => {
    const mail = await kysely.selectFrom('emails').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    return mail.status === 'sent'
  })
}

async function uses(id: string, token: string): Promise<number> {
  const one = expectStatus(await app.get(`${path}/${id}`, { token }), 200).json.usageCount30d
  const { items } = expectStatus(await app.get(`${path}?search=${id}`, { token }), 200).json
  assert.equal(items[0].usageCount30d, one)
  return one
}

it('is told of the mails of the own scope alone, by what wrote them', async () => {
  const parent = await tenantWithAdmin(app)
  const child = await tenantWithAdmin(app, { parentTenantId: parent.tenant.id })
  const other = await tenantWithAdmin(app)
  const [above, below, beside, root] = [
    (await parent.signIn()).accessToken,
    (await child.signIn()).accessToken,
    (await other.signIn()).accessToken,
    await app.superToken(),
  ]
  const builtIn = systemTemplateId(code)
  const ofAll = await uses(builtIn, root)
  for (const tenantId of [parent.tenant.id, child.tenant.id, other.tenant.id, null]) await sendCode(tenantId)
  const all = async () => [
    await uses(builtIn, above),
    await uses(builtIn, below),
    await uses(builtIn, beside),
    (await uses(builtIn, root)) - ofAll,
  ]
  assert.deepEqual(await all(), [2, 1, 1, 4])
  // a template of a tenant that is called the same is none of the service
  await addMail(app, parent.tenant.id, { template: code })
  assert.deepEqual(await all(), [2, 1, 1, 4])

  await addMail(app, child.tenant.id, { templateId: builtIn, template: 'Password reset by code' })
  assert.deepEqual(await all(), [3, 2, 1, 5])
  const override = await makeTemplate(app, above, {
    code,
    category: 'security',
    variables: [],
    subject: 'Ours',
    bodyHtml: '<p>{{ code }}</p>',
  })
  assert.equal(override.usageCount30d, 0)
  for (const tenantId of [parent.tenant.id, child.tenant.id, other.tenant.id]) await sendCode(tenantId)
  assert.equal(await uses(override.id, above), 2)
  assert.deepEqual(await all(), [3, 2, 2, 6])
  expectStatus(await remove(app, `${path}/${override.id}`, { token: above }), 204)
  await sendCode(child.tenant.id)
  assert.deepEqual(await all(), [4, 3, 2, 7])
  app.clock.turn(31 * 86_400_000)
  const later = (await parent.signIn()).accessToken
  assert.equal(await uses(builtIn, later), 0)
})
