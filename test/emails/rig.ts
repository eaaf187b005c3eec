/** Mails as rows, for what only reads or moves them. */
import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import type { Tables } from '#db/tables.ts'
import { enqueueTenantMail } from '#jobs/mail.ts'
import { addedCounts } from '#jobs/mail-ends.ts'
import { sealContent } from '#modules/emails/mail-content.ts'
import { expectStatus, type TestApp } from '../harness.ts'

export const at = '/api/v1/emails'

/** As the harness configures it. */
export const bounceSecret = 'between us and the relay'

type MailRow = Insertable<Tables['emails']>

/** A mail of a tenant (null: of the platform) that waits, without a job to send it. @returns its id */
export async function addMail(app: TestApp, tenantId: string | null, more: Partial<MailRow> = {}): Promise<string> {
  const now = app.clock.now()
  const { id = uuidv7(now) } = more
  const row: MailRow = {
    id,
    tenantId,
    recipientAddress: `${randomUUID()}@example.test`,
    recipientType: 'external',
    template: 'Newsletter',
    templateId: randomUUID(),
    category: 'marketing',
    language: 'en',
    subject: `Subject ${id}`,
    status: 'queued',
    messageId: `${id}@tenantry.example`,
    createdAt: now,
    ...more,
  }
  await app.open.service.database.kysely.insertInto('emails').values(row).execute()
  return row.id as string
}

/** One that failed and can be sent again. @returns its id */
export async function addFailedMail(app: TestApp, tenantId: string | null, more: Partial<MailRow> = {}): Promise<string> {
  const { service } = app.open
  const id = uuidv7(app.clock.now())
  const content = await sealContent(service, id, { subject: `Subject ${id}`, html: `<p>${id}</p>`, text: id })
  await addMail(app, tenantId, { id, content, status: 'failed', failedAt: app.clock.now(), error: '421 later', ...more })
  // as whatever ends a mail counts it
  if (more.status === undefined)
    await sql`insert into email_days (tenant_id, day, failed) values (${tenantId}, ${app.clock.now().toISOString().slice(0, 10)}::date, 1)
      ${addedCounts}`.execute(service.database.kysely)
  return id
}

/** One that waits, with its job. @returns its id */
export async function queueTenantMail(app: TestApp, tenantId: string | null, more: Partial<MailRow> = {}): Promise<string> {
  const id = await addFailedMail(app, tenantId, { status: 'queued', failedAt: null, error: null, ...more })
  await transact(systemContext(app.open.service), (ctx) =>
    enqueueTenantMail(ctx, id, more.priority ?? 'normal', (more.scheduledAt as Date | undefined) ?? ctx.now),
  )
  return id
}

/** A template of a tenant that asks for `name`. @returns its id */
export async function addTemplate(
  app: TestApp,
  tenantId: string | null,
  name = `Letter ${randomUUID()}`,
  more: object = {},
): Promise<string> {
  const body = { name, subject: 'Hello {{name}}', bodyHtml: '<p>Dear {{name}}, from {{tenant.name}}</p>', category: 'marketing', ...more }
  const reply = await app.post(
    '/api/v1/message-templates',
    { ...body, ...(tenantId !== null && { tenantId }) },
    { token: await app.superToken() },
  )
  return expectStatus(reply, 201).json.id
}

/** A batch of one mail that waits. @returns its id */
export async function addBatch(app: TestApp, tenantId: string | null): Promise<string> {
  const batchId = randomUUID()
  await addMail(app, tenantId, { batchId })
  return batchId
}
