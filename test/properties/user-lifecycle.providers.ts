/** What a user does through a provider: comes by it, links it, takes it away. */
import assert from 'node:assert/strict'
import { expectStatus, type Reply } from '../harness.ts'
import { somebody } from '../providers/rig.ts'
import { door, stepMs, type UserState, type World } from './user-lifecycle.world.ts'

export const providerKinds = ['link google', 'unlink', 'sign in by google', 'come vouched for', 'come unvouched for'] as const
export type ProviderKind = (typeof providerKinds)[number]

type Person = ReturnType<typeof somebody>

async function byGoogle(world: World, person: Person): Promise<Reply> {
  return await world.app.post(`${door}/login/google`, { token: await world.google.sign(person), tenantCode: world.tenantCode })
}

/** Comes as somebody who is linked; compares the answer with the model. */
async function signIn(world: World, user: UserState): Promise<boolean> {
  const link = user.links.at(-1)
  if (!link) return false
  // an address that google says, and that is not theirs, means nothing once they are linked
  const reply = await byGoogle(world, somebody({ sub: link.sub }))
  assert.equal(reply.status === 200 ? '200' : reply.json.code, world.entrance(user), reply.text)
  await world.enter(user, reply)
  return true
}

/** Comes as somebody new with the address of the account. */
async function come(world: World, user: UserState, vouched: boolean): Promise<boolean> {
  // of a deleted one the address is whose it was: what becomes of it then is looked at elsewhere
  if (user.isDeleted) return false
  const person = somebody({ email: user.email, email_verified: vouched })
  const reply = await byGoogle(world, person)
  const expected = vouched && user.provedAt !== null ? world.entrance(user) : 'link_required'
  assert.equal(reply.status === 200 ? '200' : reply.json.code, expected, reply.text)
  if (reply.status !== 200) return true
  user.links.push({ sub: person.sub, linkedAt: world.now() })
  await world.enter(user, reply)
  return true
}

/** A session to do something in, begun by whatever opens the account where there is none; null where nothing does. */
export async function liveOrNew(world: World, user: UserState) {
  const live = world.live(user)
  if (live) return live
  if (user.password === null) await signIn(world, user)
  else await world.signIn(user)
  // a code of the authenticator is good once
  world.app.clock.turn(stepMs)
  return world.live(user)
}

/** A user without a password has to have signed in just now. */
async function link(world: World, user: UserState): Promise<boolean> {
  if (user.password === null) await signIn(world, user)
  const session = await liveOrNew(world, user)
  if (!session) return false
  const person = somebody()
  const body = { provider: 'google', token: await world.google.sign(person), ...(user.password !== null && { password: user.password }) }
  expectStatus(await world.app.post(`${door}/external-logins/link`, body, { token: session.access }), 201)
  user.links.push({ sub: person.sub, linkedAt: world.now() })
  return true
}

/** The last way in stays. */
async function unlink(world: World, user: UserState): Promise<boolean> {
  const session = await liveOrNew(world, user)
  const [first] = user.links
  if (!session || !first) return false
  const { id } = (await world.linksShown(session.access)).find(({ providerKey }) => providerKey === first.sub)!
  const reply = await world.app.request('DELETE', `${door}/external-logins/${id}`, { token: session.access })
  const isLast = user.password === null && user.links.length === 1
  assert.equal(reply.status, isLast ? 409 : 204, reply.text)
  if (isLast) assert.equal(reply.json.code, 'state_conflict')
  else user.links.shift()
  return true
}

export const providerActs: Readonly<Record<ProviderKind, (world: World, user: UserState) => Promise<boolean>>> = {
  'link google': link,
  unlink,
  'sign in by google': signIn,
  'come vouched for': (world, user) => come(world, user, true),
  'come unvouched for': (world, user) => come(world, user, false),
}
