/** Admins who are created, deactivated and deleted, one acknowledged step after the other, and what must be left of them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Client, Reply } from '../rig/http.ts'

const steps = ['created', 'deactivated', 'deleted'] as const

/** One admin: how many of the steps were acknowledged, and how many were asked for. */
export interface Life {
  readonly writer: number
  readonly email: string
  id: string | null
  acknowledged: number
  asked: number
}

/** What an answer says of a step that was asked for: a 503 may have happened or not, and nobody goes on with that admin. */
export async function liveOn(
  http: Client,
  token: string,
  lives: Life[],
  home: { id: string; roleId: string },
  writer: number,
): Promise<Reply> {
  let life = lives.findLast((one) => one.writer === writer)
  if (!life || life.acknowledged !== life.asked || life.asked === steps.length) {
    life = { writer, email: `life-${randomUUID()}@example.test`, id: null, acknowledged: 0, asked: 0 }
    lives.push(life)
  }
  const step = steps[life.asked]!
  life.asked++
  const reply = await take(http, token, step, life, home)
  if (reply.status < 300) {
    life.acknowledged++
    life.id ??= reply.json.id
  }
  return reply
}

function take(http: Client, token: string, step: (typeof steps)[number], life: Life, home: { id: string; roleId: string }): Promise<Reply> {
  const timeoutMs = 10_000
  const path = `/api/v1/Admins/${life.id}`
  if (step === 'deactivated') return http.post(`${path}/deactivate`, undefined, { token, timeoutMs })
  if (step === 'deleted') return http.request('DELETE', path, { token, timeoutMs })
  const person = { email: life.email, firstName: 'Brief', lastName: 'Life', password: 'zuvaqor-17-Kestrel' }
  return http.post('/api/v1/Admins', { ...person, tenantId: home.id, roleId: home.roleId }, { token, timeoutMs })
}

/**
 * Every step that was acknowledged was done, none that was not asked for, and each that was done is told by exactly one event.
 *
 * @param found the admins of the home, as the list shows them
 * @param told how many events of a type there are of an admin
 */
export function checkLives(
  lives: readonly Life[],
  found: readonly { id: string; email: string; isActive: boolean }[],
  told: (type: string, id: string) => number,
): void {
  const byEmail = new Map(found.map((admin) => [admin.email, admin]))
  for (const life of lives) {
    const admin = byEmail.get(life.email)
    const id = life.id ?? admin?.id ?? null
    // one that was never acknowledged and is nowhere: nothing of it is left
    if (id === null) {
      assert.equal(life.acknowledged, 0, `${life.email} was acknowledged and is gone`)
      continue
    }
    const done = admin === undefined ? 3 : admin.isActive ? 1 : 2
    assert.ok(
      done >= life.acknowledged && done <= life.asked,
      `${life.email}: ${done} done, ${life.acknowledged} acknowledged of ${life.asked}`,
    )
    const events = steps.map((step) => told(`admin.${step}`, id))
    assert.deepEqual(
      events,
      steps.map((_, step) => (step < done ? 1 : 0)),
      `the events of ${life.email}`,
    )
    life.id = id
    // what is known now is as good as an acknowledgement
    life.acknowledged = done
    life.asked = done
  }
}
