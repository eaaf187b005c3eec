/** Clients of a service under test, closed when the test file ends. */
import assert from 'node:assert/strict'
import { type Client, type ClientOptions, createClient } from '../../client/src/client.ts'
import type { TestAdmin } from '../auth/people.ts'
import { atEnd } from '../rig/cleanup.ts'

export function clientOf(url: string, more: Partial<ClientOptions> = {}): Client {
  const client = createClient({ url, ...more })
  atEnd(async () => client.close())
  return client
}

export const signIn = (client: Client, { email, password, tenantId }: TestAdmin) =>
  client.call('signIn', { body: { identifier: email, password, ...(tenantId ? { tenantId } : { isPlatformAdmin: true }) } })

/** Waits for what comes by itself, far longer than it takes. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < 2000; waited++) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.ok(isSo(), what)
}
