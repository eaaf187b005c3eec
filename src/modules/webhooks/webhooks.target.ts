import { invalid } from '#core/errors.ts'
import type { Service } from '#db/rows/context.ts'
import { findWebhookTargetFault, type WebhookTargetFault } from '#modules/webhook-deliveries/webhook-target.ts'

const codes: Record<WebhookTargetFault, 'webhook_url_invalid' | 'webhook_url_not_allowed'> = {
  not_a_url: 'webhook_url_invalid',
  not_https: 'webhook_url_invalid',
  has_user: 'webhook_url_invalid',
  has_fragment: 'webhook_url_invalid',
  port: 'webhook_url_not_allowed',
  private_address: 'webhook_url_not_allowed',
  own_host: 'webhook_url_not_allowed',
}

const longest = 2048
/** The URL standard's reader takes spaces and control characters out without a word. */
const unwritable = /[\p{Cc}\s]/u

/**
 * Throws when deliveries must not be sent to an address. Where its name is known already it is looked up, with all that it leads to; one
 * that leads nowhere yet is taken, for every delivery looks again. Not in a transaction.
 * @throws AppError 400 naming `url`: `webhook_url_invalid`, `webhook_url_not_allowed`
 */
export async function requireTarget(service: Pick<Service, 'http' | 'options' | 'domains'>, url: string): Promise<void> {
  if (url.length > longest || unwritable.test(url)) throw invalid('url', 'webhook_url_invalid')
  const fault = await findWebhookTargetFault(service, url)
  if (fault !== null) throw invalid('url', codes[fault])
}
