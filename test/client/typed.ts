/** What the types of the client let a program write, and what not. It is compiled with everything else; nothing runs it. */
import {
  type Admin,
  type Client,
  type CodesOf,
  createClient,
  type Failure,
  type Input,
  isRefused,
  type Reply,
} from '../../client/src/client.ts'

export async function allowed(client: Client): Promise<void> {
  await client.call('listAdmins')
  const page = await client.call('listAdmins', { query: { pageSize: 5, isBlocked: true, sortBy: 'email' } })
  const names: string[] = page.items.map((admin: Admin) => admin.firstName)
  const nothing: undefined = await client.call('deleteAdmin', { path: { id: names[0] ?? '' } })
  for await (const { email } of client.items('listUsers', {}, { timeoutMs: 5 })) nothing ?? email?.trim()
  for await (const event of client.live()) if (event.event === 'notification.created') event.data.title.trim()
  const outcome = await client.attempt('createAdmin', { body: { email: 'e', firstName: 'f', lastName: 'l', roleId: 'r' } })
  if (outcome.isDone) outcome.reply.id.trim()
  else if (outcome.refused.code === 'conflict') outcome.refused.fields[0]?.field.trim()
  const answer: Reply<'signIn'> = await client.call('signIn', { body: { identifier: 'i', password: 'p' } })
  if ('accessToken' in answer) answer.user.id.trim()
  const body: Input<'createRole'> = { body: { name: 'n' } }
  await client.call('createRole', body)
  await client.call('importUsers', { body: [{ email: 'e' }] })
}

/** Every failure has a name of its own, and every code of a refusal. */
export function told(error: Failure): string {
  switch (error.name) {
    case 'Refused':
      return error.code === 'rate_limited' ? `${error.retryAfterSeconds} s` : error.message
    case 'SignedOut':
      return error.reason
    case 'Misanswered':
      return error.text
    case 'Unreachable':
    case 'TimedOut':
      return error.message
    default:
      return error satisfies never
  }
}

export function codes(error: unknown): void {
  const code: CodesOf<'verifyPasswordReset'> = 'otp_invalid'
  if (isRefused(error, 'signIn') && error.code === 'account_locked') error.answer.lockoutEnd?.trim()
  // @ts-expect-error: nobody is locked out of a list
  if (isRefused(error, 'listRoles') && error.code === 'account_locked') throw new Error(code)
}

export async function refused(client: Client): Promise<void> {
  // @ts-expect-error: no such operation
  await client.call('listNothing')
  // @ts-expect-error: the path wants an id
  await client.call('getAdmin')
  // @ts-expect-error: a filter of that name is not there
  await client.call('listAdmins', { query: { name: 'x' } })
  // @ts-expect-error: a column that is not sorted by
  await client.call('listAdmins', { query: { sortBy: 'id' } })
  // @ts-expect-error: a body without what is required
  await client.call('createRole', { body: {} })
  // @ts-expect-error: not a list in pages
  await client.items('getOwnProfile').next()
  // @ts-expect-error: an alias is no operation of the client
  await client.call('signInAlias', { body: { identifier: 'i', password: 'p' } })
  // @ts-expect-error: no such kind of account
  createClient({ url: 'https://id.example', account: 'guest' })
}
