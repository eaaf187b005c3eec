import { after, secondsMs } from '#core/clock.ts'
import { unavailable } from '#core/errors.ts'
import { hashToken, newToken } from '#core/secrets/one-time-code.ts'
import type { Context, Service } from '#db/rows/context.ts'

const ticketSeconds = 60

/**
 * Makes a ticket that opens one stream of the caller's within a minute, on whatever process; only its hash is stored. What it opens ends
 * with the access token it was asked for with.
 */
export async function issueTicket(ctx: Context, tokenExpiresAt: Date | null): Promise<{ ticket: string; expiresIn: number }> {
  if (tokenExpiresAt === null) throw unavailable()
  const ticket = newToken()
  const { sessionId } = ctx.actor
  await ctx.db
    .insertInto('streamTickets')
    .values({ hash: hashToken(ticket), sessionId, tokenExpiresAt, expiresAt: after(ctx.now, secondsMs(ticketSeconds)) })
    .execute()
  return { ticket, expiresIn: ticketSeconds }
}

/** What a ticket opens, once: whoever comes second gets null, as for one that is unknown or too old. */
export async function takeTicket(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  ticket: string,
): Promise<{ sessionId: string; expiresAt: Date } | null> {
  const row = await database.kysely
    .deleteFrom('streamTickets')
    .where('hash', '=', hashToken(ticket))
    .returning(['sessionId', 'tokenExpiresAt', 'expiresAt'])
    .executeTakeFirst()
  if (!row || row.expiresAt <= clock.now()) return null
  return { sessionId: row.sessionId, expiresAt: row.tokenExpiresAt }
}
