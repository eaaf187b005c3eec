import { sql } from 'kysely'
import type { SystemTemplate } from '#core/mail-templates.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { type NewMail, queueMails } from '#jobs/mail.ts'

/** Whom a mail about an account goes to, and in whose name. */
export interface MailedAccount {
  readonly id: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** The name a tenant is known by to its people: its company name, else its own; the service's for the platform. */
export function brandOf(ctx: PublicContext, tenantId: string | null): string {
  const { tenants, settings, options } = ctx.service
  if (tenantId === null) return options.serviceName
  return settings.of(tenantId).companyName ?? tenants.node(tenantId)?.name ?? options.serviceName
}

/** One mail to one account. */
export interface AccountMail {
  readonly account: MailedAccount
  readonly template: SystemTemplate
  readonly variables?: Readonly<Record<string, unknown>>
}

/**
 * Queues a built-in mail to an account about itself, in its own language, with what is known of the request that caused it. The place
 * and device of somebody else who did it must never be told: a mistyped address is a stranger's mailbox.
 */
export async function mailAccount(
  ctx: PublicContext,
  account: MailedAccount,
  template: SystemTemplate,
  variables: Record<string, unknown> = {},
): Promise<void> {
  await mailAccounts(ctx, [{ account, template, variables }])
}

/** Queues built-in mails to many accounts, each about itself: three statements, however many. */
// unscoped: the accounts that the mails are about, which the caller holds already
export async function mailAccounts(ctx: PublicContext, mails: readonly AccountMail[]): Promise<void> {
  if (mails.length === 0) return
  const ids = [...new Set(mails.map(({ account }) => account.id))]
  const rows = await ctx.db.selectFrom('accounts').select(['id', 'language']).where(sql<boolean>`id = any(${ids}::uuid[])`).execute()
  const languages = new Map(rows.map(({ id, language }) => [id, language]))
  await queueMails(
    ctx,
    mails.map((mail) => mailOf(ctx, mail, languages.get(mail.account.id) ?? ctx.service.settings.of(mail.account.tenantId).language)),
  )
}

function mailOf(ctx: PublicContext, { account, template, variables }: AccountMail, language: 'en' | 'ar'): NewMail {
  const { id, kind, tenantId, email, firstName, lastName } = account
  const isByAnother = ctx.actor !== undefined && ctx.actor.id !== id
  return {
    template,
    tenantId,
    recipient: { type: kind, id, address: email, name: `${firstName} ${lastName}`.trim() || null, language },
    variables: {
      recipient: { firstName, lastName, email },
      tenant: { name: brandOf(ctx, tenantId) },
      time: ctx.now.toISOString(),
      ...(isByAnother ? {} : { ip: ctx.ip, device: ctx.userAgent }),
      ...variables,
    },
  }
}
