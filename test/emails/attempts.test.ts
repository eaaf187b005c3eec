/** How often a mail is tried: one that an admin sends three times, one of the service for as long as it holds; a relay that is away costs no attempt. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { queueMail } from '#jobs/mail.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { at, queueTenantMail } from './rig.ts'

const minute = 60_000
let app: TestApp
let mailbox: Mailbox
before(async () => {
  mailbox = await startMailbox()
  app = await startApp({ background: true, env: { MAIL_URL: mailbox.url } })
})

/** Signed in after time was turned. */
async function read(from: TestApp, id: string) {
  const { accessToken: token } = await from.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
  return expectStatus(await from.get(`${at}/${id}`, { token }), 200).json
}

const settled = (from: TestApp, id: string, attempts: number) =>
  eventually(`attempt ${attempts} at mail ${id} to be over`, async () => {
    const mail = await read(from, id)
    const isOver = mail.status !== 'queued' || new Date(mail.nextAttemptAt ?? 0) > from.clock.now()
    return isOver && mail.attempts === attempts ? mail : null
  })

/** Minutes until it is tried again. */
const pauseOf = (mail: { nextAttemptAt: string }) => (new Date(mail.nextAttemptAt).getTime() - app.clock.now().getTime()) / minute

describe('a mail that an admin sends', () => {
  it('is put off for one minute and for two, and failed after the third attempt; sent again it has three more', async () => {
    mailbox.refuseNext(451, 4)
    const id = await queueTenantMail(app, null)
    const first = await settled(app, id, 1)
    assert.deepEqual([first.status, first.errorCode, first.maxAttempts], ['queued', 'relay_deferred', 3])
    assert.ok(pauseOf(first) > 0.7 && pauseOf(first) <= 1.2, `${pauseOf(first)}`)
    app.clock.turn(1.2 * minute)
    const second = await settled(app, id, 2)
    assert.ok(pauseOf(second) > 1.5 && pauseOf(second) <= 2.4, `${pauseOf(second)}`)
    app.clock.turn(2.4 * minute)
    const third = await settled(app, id, 3)
    assert.deepEqual([third.status, third.errorCode, third.bounceType, third.nextAttemptAt], ['failed', 'relay_deferred', null, null])
    assert.match(third.error, /451/)
    const { accessToken: token } = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
    const again = expectStatus(await app.post(`${at}/${id}/resend`, undefined, { token }), 202).json
    assert.deepEqual([again.attempts, again.resendCount], [0, 1])
    await settled(app, id, 1)
    app.clock.turn(1.2 * minute)
    assert.equal((await settled(app, id, 2)).status, 'sent')
    assert.equal(mailbox.mails.filter(({ messageId }) => messageId?.includes(id)).length, 1)
  })
})

describe('a mail of the service', () => {
  it('is tried for as long as it holds, however often that is', async () => {
    mailbox.refuseNext(451, 4)
    const recipient = {
      type: 'admin' as const,
      id: randomUUID(),
      address: `${randomUUID()}@acme.example`,
      name: null,
      language: 'en' as const,
    }
    const id = await transact(systemContext(app.open.service), (ctx) =>
      queueMail(ctx, { template: 'password_changed', tenantId: null, recipient, variables: {} }),
    )
    for (let attempt = 1; attempt <= 4; attempt++) {
      const mail = await settled(app, id, attempt)
      assert.deepEqual([mail.status, mail.maxAttempts], ['queued', null])
      app.clock.turn(20 * minute)
    }
    assert.equal((await settled(app, id, 5)).status, 'sent')
  })
})

describe('a relay that is away', () => {
  it('costs a mail of an admin no attempt', async () => {
    const away = await startApp({ background: true, env: { MAIL_URL: `smtp://127.0.0.1:${await freePort()}` } })
    const id = await queueTenantMail(away, null)
    for (let round = 0; round < 4; round++) {
      const mail = await settled(away, id, 0)
      assert.deepEqual([mail.status, mail.errorCode], ['queued', 'relay_away'], `round ${round}`)
      away.clock.turn(2 * minute)
    }
  })
})
