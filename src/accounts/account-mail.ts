import type { SystemTemplate } from '#core/mail-templates.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { queueMail } from '#jobs/mail.ts'

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

/**
 * Queues a built-in mail to an account about itself, in its own language, with what is known of the request that caused it. The place
 * and device of somebody else who did it must never be told: a mistyped address is a stranger's mailbox.
 */
// unscoped: the account that the mail is about, which the caller holds already
export async function mailAccount(
  ctx: PublicContext,
  account: MailedAccount,
  template: SystemTemplate,
  variables: Record<string, unknown> = {},
): Promise<void> {
  const row = await ctx.db.selectFrom('accounts').select('language').where('id', '=', account.id).executeTakeFirst()
  const name = `${account.firstName} ${account.lastName}`.trim()
  const isByAnother = ctx.actor !== undefined && ctx.actor.id !== account.id
  await queueMail(ctx, {
    template,
    tenantId: account.tenantId,
    recipient: {
      type: account.kind,
      id: account.id,
      address: account.email,
      name: name || null,
      language: row?.language ?? ctx.service.settings.of(account.tenantId).language,
    },
    variables: {
      recipient: { firstName: account.firstName, lastName: account.lastName, email: account.email },
      tenant: { name: brandOf(ctx, account.tenantId) },
      time: ctx.now.toISOString(),
      ...(isByAnother ? {} : { ip: ctx.ip, device: ctx.userAgent }),
      ...variables,
    },
  })
}
