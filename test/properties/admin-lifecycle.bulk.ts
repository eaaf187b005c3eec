/** Calls about many admins at once. */
import assert from 'node:assert/strict'
import type { Home } from './admin-lifecycle.model.ts'
import type { Move, Run } from './admin-lifecycle.run.ts'

const bulk =
  (how: Move): Run =>
  async (world, { who, other }, actor) => {
    const { model } = world
    const chosen = model.admins.filter((_, index) => (index + who) % (2 + (other % 3)) === 0)
    const answers = new Map(chosen.map((admin) => [admin, model.moved(actor, admin, how, true)]))
    const reply = await world.call(actor, 'POST', `/api/v1/Admins/bulk-${how}`, { ids: chosen.map(({ id }) => id) })
    if (chosen.length === 0) return world.expect(reply, { status: 400, code: 'validation_failed' }, `bulk-${how} of nobody`)
    world.expect(reply, { status: 200 }, `bulk-${how} of ${chosen.length}`)
    const skipped = [...answers].flatMap(([admin, { status, code }]) => (status < 300 ? [] : [{ id: admin.id, code }]))
    const byId = (one: { id: string }, two: { id: string }) => (one.id < two.id ? -1 : 1)
    assert.deepEqual(reply.json.skipped.toSorted(byId), skipped.toSorted(byId), 'skipped')
    for (const _ of skipped) world.statuses.push(409)
    const affected = [...answers].filter(([admin, { status }]) => status < 300 && model.applyMove(admin, how))
    assert.equal(reply.json.affected, affected.length, 'affected')
  }

export const bulkRuns = {
  'bulk activate': bulk('activate'),
  'bulk deactivate': bulk('deactivate'),
  'bulk delete': bulk('delete'),
  'bulk delete all': async (world, { who, other }, actor) => {
    const { model } = world
    const home = (['top', 'below'] as const)[who % 2] as Home
    const filter = {
      tenantId: world.tenantId(home),
      ...(other % 3 > 0 && { isActive: other % 3 === 1 }),
      ...(other % 2 > 0 && { isBlocked: who % 4 > 1 }),
    }
    const matching = model.living().filter((admin) => {
      const { isActive = admin.isActive, isBlocked = admin.isBlocked } = filter
      return admin.home === home && model.sees(actor, admin) && admin.isActive === isActive && admin.isBlocked === isBlocked
    })
    const excluded = matching.filter((_, index) => (index + other) % 2 === 0)
    const left = matching.filter((admin) => !excluded.includes(admin) && model.moved(actor, admin, 'delete', true).status < 300)
    const dryRun = who % 3 === 0
    const expectedCount = left.length + (who % 5 === 0 ? 1 : 0)
    const body = { filter, excludeIds: excluded.map(({ id }) => id), expectedCount, dryRun }
    const reply = await world.call(actor, 'POST', '/api/v1/Admins/bulk-delete-all', body)
    const isAsExpected = expectedCount === left.length
    world.expect(
      reply,
      isAsExpected ? { status: 200 } : { status: 409, code: 'state_conflict' },
      `delete all of ${home} ${JSON.stringify(body)}`,
    )
    if (!isAsExpected) return
    assert.equal(reply.json.affected, left.length, 'affected')
    if (!dryRun) for (const admin of left) model.applyMove(admin, 'delete')
  },
} satisfies Record<string, Run>
