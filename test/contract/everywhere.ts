/** An operation asked at each of its addresses: what it answers at one it must answer at all. */
import assert from 'node:assert/strict'
import type { Reply, RequestOptions, TestApp } from '../harness.ts'
import { type MountedRoute, mountedRoutes } from './addresses.ts'

export interface Asked extends RequestOptions {
  /** In the places of the path, in their order. */
  readonly ids?: readonly string[]
}

/** The addresses of an operation, its own first. */
export function addressesOf(operationId: string): readonly MountedRoute[] {
  const found = mountedRoutes.filter(({ endpoint }) => endpoint.operationId === operationId)
  assert.ok(found.length > 0, `no operation ${operationId}`)
  return found
}

/** Asks all of them, each with what `ask` makes for it, and fails where any answers another status. */
export async function expectEverywhere(
  app: TestApp,
  operationId: string,
  status: number,
  ask: Asked | ((number: number) => Asked | Promise<Asked>),
): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const [number, { name, method, url }] of addressesOf(operationId).entries()) {
    const { ids = [], ...options } = typeof ask === 'function' ? await ask(number) : ask
    let at = 0
    const reply = await app.request(
      method,
      url.replace(/:\w+/g, () => ids[at++] as string),
      options,
    )
    assert.equal(reply.status, status, `${name}: ${reply.text}`)
    replies.push(reply)
  }
  return replies
}
