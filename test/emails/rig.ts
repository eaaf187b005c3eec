/** Mails as rows, for what only reads or moves them. */
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import type { Tables } from '#db/tables.ts'
import type { TestApp } from '../harness.ts'

export const at = '/api/v1/emails'

type MailRow = Insertable<Tables['emails']>

/** A mail of a tenant (null: of the platform) that waits, without a job to send it. @returns its id */
export async function addMail(app: TestApp, tenantId: string | null, more: Partial<MailRow> = {}): Promise<string> {
  const now = app.clock.now()
  const id = uuidv7(now)
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
