import type { CheckedAnswer, CheckedClient, CheckedRequest, Reach } from '#core/checked-request.ts'
import { ProviderAway } from '#core/identity-provider.ts'

const timeoutMs = 5000
const mostBytes = 1024 * 1024

/** Whom a request goes to, and by what. */
export interface Asked {
  readonly client: CheckedClient
  readonly provider: { readonly name: string; readonly reach: Reach }
}

/**
 * One request to a provider: five seconds and a megabyte at most, no redirect.
 * @throws ProviderAway
 */
export async function ask(
  { client, provider }: Asked,
  request: Pick<CheckedRequest, 'url' | 'method' | 'headers' | 'body'>,
): Promise<CheckedAnswer> {
  try {
    return await client.send({ ...request, timeoutMs, mostBytes, reach: provider.reach })
  } catch (error) {
    throw new ProviderAway(provider.name, error)
  }
}

/**
 * The JSON object of an answer.
 * @throws ProviderAway for whatever is none
 */
export function objectIn({ provider }: Pick<Asked, 'provider'>, { body }: CheckedAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // what the reader says of it quotes it, and it may hold a token
  }
  throw new ProviderAway(provider.name, new Error('the answer is no JSON object'))
}

/**
 * The JSON object at an address.
 * @throws ProviderAway for any status but 200, and for whatever is no object
 */
export async function objectAt(asked: Asked, url: string): Promise<Record<string, unknown>> {
  const answer = await ask(asked, { url, headers: { accept: 'application/json' } })
  if (answer.status !== 200) throw new ProviderAway(asked.provider.name, new Error(`status ${answer.status}`))
  return objectIn(asked, answer)
}
