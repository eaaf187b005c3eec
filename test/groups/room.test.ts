/** An admin is in fifty groups at most: every session reads them all. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import { mostGroupsOfAdmin } from '#rights/permission-sources.ts'
import { expectStatus, type Reply, startTwo, type TestApp } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { at, type World, world } from './world.ts'

let apps: readonly [TestApp, TestApp]
let own: World
before(async () => {
  apps = await startTwo()
  own = await world(apps[0])
})

/** Somebody in so many groups, the first of them in the recycle bin, as rows. */
async function memberOf(count: number): Promise<{ id: string; groupIds: string[] }> {
  const id = await own.member()
  const { kysely } = apps[0].open.service.database
  const now = new Date()
  const groups = Array.from({ length: count }, (_, n) => ({ id: uuidv7(now), deletedAt: n === 0 ? now : null }))
  const rows = groups.map((group) => ({ ...group, tenantId: own.tenantId, nameEn: 'Many', code: group.id, createdAt: now }))
  await kysely.insertInto('userGroups').values(rows).execute()
  await kysely
    .insertInto('userGroupMembers')
    .values(groups.map((group) => ({ groupId: group.id, accountId: id, addedAt: now })))
    .execute()
  return { id, groupIds: groups.map((group) => group.id) }
}

const join = (app: TestApp, groupId: string, adminIds: readonly string[]): Promise<Reply> =>
  app.post(`${at}/${groupId}/members`, { adminIds }, { token: own.token })

describe('the groups of one admin', () => {
  it('409 `quota_exceeded` for one more, whoever else joins with them; those of the recycle bin count', async () => {
    const { id } = await memberOf(mostGroupsOfAdmin)
    const [group, other] = [await own.group(), await own.member()]
    const { code, quota } = expectStatus(await join(apps[0], group.id, [other, id]), 409).json
    assert.deepEqual([code, quota], ['quota_exceeded', 'groupsOfAdmin'])
    assert.equal(expectStatus(await join(apps[0], group.id, [other]), 200).json.memberCount, 1)
  })

  it('whoever is in it already stays, and who leaves one has room for another', async () => {
    const { id } = await memberOf(mostGroupsOfAdmin - 1)
    const [last, more] = [await own.group({}, [id]), await own.group()]
    expectStatus(await join(apps[0], last.id, [id]), 200)
    expectStatus(await join(apps[0], more.id, [id]), 409)
    expectStatus(await apps[0].request('DELETE', `${at}/${last.id}/members/${id}`, { token: own.token }), 204)
    expectStatus(await join(apps[0], more.id, [id]), 200)
  })

  it('one of many who put somebody into the last at the same moment does', async () => {
    await everyRound(async () => {
      const { id } = await memberOf(mostGroupsOfAdmin - 1)
      const groups = await Promise.all(Array.from({ length: 6 }, () => own.group()))
      const replies = await race(groups.map((group, n) => () => join(apps[n % 2]!, group.id, [id])))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 1, 409: 5 })
    })
  })
})
