/** That an address bounced before is told to nobody who may not see it: not by a code, a filter, a number, a history or a moment. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { minutesMs } from '#core/clock.ts'
import { addedCounts } from '#jobs/mail-ends.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { addMail, addTemplate, at, bounceSecret } from './rig.ts'

let app: TestApp
let mailbox: Mailbox
let own: World
/** Sees mails, and users, and admins without their addresses. */
let masked: string
before(async () => {
  mailbox = await startMailbox()
  app = await startApp({ background: true, env: { MAIL_URL: mailbox.url } })
  own = await world(app)
  masked = (await own.person(['emails.view', 'emails.send', 'admins.view', 'users.view', 'templates.view'], { 'admins.view': ['email'] }))
    .token
})

const get = async (token: string, path: string) => expectStatus(await app.get(`${at}${path}`, { token }), 200).json
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1))
const report = async (emailId: string, type: string) =>
  expectStatus(await app.post(`${at}/bounces`, { emailId, type, diagnostic: 'no' }, { headers: { 'x-bounce-secret': bounceSecret } }), 202)
const jobsLeft = async () => (await app.open.service.database.kysely.selectFrom('jobs').select('id').execute()).length

describe('a mail in bulk to a hidden address', () => {
  /** One that is left out because its address complained, and one that the relay refuses. */
  const failed = { leftOut: '', refused: '' }
  const stats: { failed: number; bounced: number; complaints: number; bounceRate: number; series: unknown[] }[] = []
  before(async () => {
    const templateId = await addTemplate(app, own.tenantId)
    const [complained, refusing] = [await own.person([]), await own.person([])]
    const sentAt = app.clock.now()
    const before = { status: 'sent' as const, sentAt, recipientType: 'admin' as const, recipientAddress: complained.email }
    await report(await addMail(app, own.tenantId, before), 'complaint')
    await eventually('other mails to have left', async () => (await jobsLeft()) === 0)
    for (const [name, id] of [
      ['leftOut', complained.id],
      ['refused', refusing.id],
    ] as const) {
      if (name === 'refused') mailbox.refuseNext(550)
      const body = { templateId, variables: { name: 'Lina' }, filter: { target: 'admins', ids: [id] } }
      const { batchId } = expectStatus(await app.post(`${at}/send-bulk`, body, { token: masked }), 202).json
      failed[name] = await eventually(`${name} to have failed`, async () => {
        const [mail] = (await get(masked, `?batchId=${batchId}`)).items
        return mail.status === 'failed' ? mail.id : null
      })
      stats.push(await get(masked, '/stats'))
    }
  })

  it('reads alike, left out or refused, to who may not see it', async () => {
    const comparable = async (id: string) => {
      const mail = await get(masked, `/${id}`)
      const { id: _, recipientId, toName, batchId, createdAt, queuedAt, failedAt, expiresAt, events, subject, ...others } = mail
      return { ...others, events: events.map(({ at: _, ...event }: { at: string }) => event) }
    }
    const [one, other] = [await comparable(failed.leftOut), await comparable(failed.refused)]
    assert.deepEqual(one, other)
    assert.deepEqual([one.errorCode, one.attempts, 'bounceType' in one, 'bouncedAt' in one], ['recipient_refused', 1, false, false])
  })

  it('ends at a moment that says nothing of whether a relay was asked', async () => {
    const { kysely } = app.open.service.database
    for (const id of Object.values(failed)) {
      const queuedAt = new Date(Date.UTC(2026, 2, 1, 10, 0, 0))
      const endedAt = new Date(Date.UTC(2026, 2, 1, 10, 2, 7, 13))
      await kysely.updateTable('emails').set({ queuedAt, createdAt: queuedAt, failedAt: endedAt }).where('id', '=', id).execute()
      await kysely.updateTable('emailEvents').set({ at: endedAt }).where('emailId', '=', id).execute()
      const mail = await get(masked, `/${id}`)
      assert.deepEqual([mail.failedAt, mail.events.at(-1).at], Array(2).fill('2026-03-01T10:02:00.000Z'))
      const sooner = new Date(queuedAt.getTime() + 20_000)
      await kysely
        .updateTable('emails')
        .set({ queuedAt: sooner, failedAt: new Date(sooner.getTime() + 9) })
        .where('id', '=', id)
        .execute()
      assert.equal((await get(masked, `/${id}`)).failedAt, sooner.toISOString(), 'not before it began')
      const whole = await get(own.token, `/${id}`)
      assert.equal(whole.failedAt, new Date(sooner.getTime() + 9).toISOString())
    }
  })

  it('has its history in order, though it failed three times within a minute', async () => {
    const { kysely } = app.open.service.database
    const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second))
    const [id] = [failed.refused]
    await kysely.deleteFrom('emailEvents').where('emailId', '=', id).execute()
    await kysely
      .updateTable('emails')
      .set({ createdAt: at(5), queuedAt: at(40), failedAt: at(50) })
      .where('id', '=', id)
      .execute()
    for (const [type, second] of [
      ['failed', 10],
      ['requeued', 20],
      ['failed', 30],
      ['requeued', 40],
      ['failed', 50],
    ] as const)
      await kysely
        .insertInto('emailEvents')
        .values({ emailId: id, type, at: at(second) })
        .execute()
    const { events } = await get(masked, `/${id}`)
    assert.deepEqual(
      events.map(({ type, at }: { type: string; at: string }) => [type, Date.parse(at)]),
      [
        ['queued', at(5).getTime()],
        ['failed', at(5).getTime()],
        ['requeued', at(20).getTime()],
        ['failed', at(20).getTime()],
        ['requeued', at(40).getTime()],
        ['failed', at(40).getTime()],
      ],
    )
  })

  it('is found by no filter for what came back, and counted in no number of them', async () => {
    assert.deepEqual(idsOf(await get(masked, '?bounced=true')), [])
    const others = idsOf(await get(masked, '?bounced=false&status=failed'))
    assert.deepEqual(others, Object.values(failed).sort())
    const [first, second] = stats
    assert.equal(second!.failed, first!.failed + 1)
    for (const { bounced, complaints, bounceRate } of stats) assert.deepEqual([bounced, complaints, bounceRate], [0, 0, 0])
    assert.ok(!JSON.stringify(stats).match(/"bounced":[1-9]/))
  })

  it('is counted by one cause among those of which many are told', async () => {
    const { kysely } = app.open.service.database
    const failures = kysely.selectFrom('emailFailures').select(['code', 'failed']).where('tenantId', '=', own.tenantId)
    assert.deepEqual(await failures.execute(), [{ code: 'recipient_refused', failed: 2 }])
  })

  it('is told apart by who may see the address', async () => {
    const [leftOut, refused] = [await get(own.token, `/${failed.leftOut}`), await get(own.token, `/${failed.refused}`)]
    assert.deepEqual([leftOut.errorCode, leftOut.bounceType, refused.bounceType], ['recipient_refused', null, 'hard'])
    assert.match(leftOut.error, /^left out of bulk/)
    assert.doesNotMatch(refused.error, /left out/)
    assert.ok(idsOf(await get(own.token, '?bounced=true')).includes(failed.refused))
    const { bounced, complaints } = await get(own.token, '/stats')
    assert.deepEqual([bounced, complaints], [1, 1])
  })
})

it('that a mail came back is told of those alone whose address is seen', async () => {
  const place = await world(app)
  const { token } = await place.person(['emails.view', 'admins.view', 'users.view'], { 'admins.view': ['email'] })
  const sentAt = new Date(app.clock.now().getTime() - minutesMs(1))
  const sent = (recipientType: 'admin' | 'user') => addMail(app, place.tenantId, { status: 'sent', sentAt, recipientType })
  const [admin, user, unharmed] = [await sent('admin'), await sent('user'), await sent('admin')]
  // as whatever ended them counted it
  await sql`insert into email_days (tenant_id, day, sent) values (${place.tenantId}, ${sentAt.toISOString().slice(0, 10)}::date, 3)
    ${addedCounts}`.execute(app.open.service.database.kysely)
  for (const id of [admin, user]) await report(id, 'hard')
  const [ofAdmin, ofUser] = [await get(token, `/${admin}`), await get(token, `/${user}`)]
  assert.ok(!JSON.stringify(ofAdmin).includes('bounce'), JSON.stringify(ofAdmin))
  assert.deepEqual([ofUser.bounceType, ofUser.events.at(-1).type], ['hard', 'bounced'])
  assert.deepEqual(idsOf(await get(token, '?bounced=true')), [user])
  const others = idsOf(await get(token, '?bounced=false'))
  for (const id of [admin, unharmed]) assert.ok(others.includes(id))
  assert.ok(!others.includes(user))
  assert.equal((await get(token, '/stats')).bounced, 1)
  assert.equal((await get(place.token, '/stats')).bounced, 2)
  const nothing = (await place.person(['emails.view'])).token
  assert.equal((await get(nothing, '/stats')).bounced, 0)
  assert.deepEqual(idsOf(await get(nothing, '?bounced=true')), [])
})
