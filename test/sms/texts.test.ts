/** Queued texts: sealed, sent at least once under one id, tried in growing pauses, given up with their codes, erased at the end. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { failAbandoned } from '#jobs/outgoing-records.ts'
import { type NewText, queueText, textVariablesContext } from '#jobs/text.ts'
import { Worker } from '#jobs/worker.ts'
import { OutboxSweep } from '#modules/emails/outbox-sweep.ts'
import { TextState } from '#modules/texts/text-state.ts'
import { textJob } from '#modules/texts/texts.jobs.ts'
import { renderText } from '#outside/sms/render-text.ts'
import { openTextTransport } from '#outside/sms/transport.ts'
import { openBench } from '../jobs/bench.ts'
import { atEnd } from '../rig/cleanup.ts'
import { cut, startGateway } from '../rig/gateway.ts'
import { eventually, freePort } from '../rig/ports.ts'

const bench = await openBench()
const { database, clock } = bench
const directory = mkdtempSync(join(tmpdir(), 'tenantry-texts-'))
atEnd(async () => rmSync(directory, { recursive: true, force: true }))
const outboxDirectory = join(directory, 'outbox')

const newText = (): NewText => ({
  template: 'phone_verification',
  tenantId: null,
  recipient: { type: 'user', id: crypto.randomUUID(), number: '+962790000000', language: 'en' },
  variables: { code: '482913', brand: 'Acme', expiresInMinutes: 10 },
})
const queue = (more: Partial<NewText> = {}) => bench.transact((ctx) => queueText(ctx, { ...newText(), ...more }))
const textOf = async (id: string) => (await database.kysely.selectFrom('texts').selectAll().where('id', '=', id).executeTakeFirst())!
const jobOf = (id: string) => database.kysely.selectFrom('jobs').selectAll().where('key', '=', id).executeTakeFirst()
const inState = (id: string, status: string) =>
  eventually(`text ${id} to be ${status}`, async () => {
    const text = await textOf(id)
    return text.status === status ? text : null
  })
/** The job waits after the `n`-th attempt. @returns for how many milliseconds */
const postponed = (id: string, n: number) =>
  eventually(`attempt ${n} at ${id}`, async () => {
    const [text, job] = [await textOf(id), await jobOf(id)]
    return text.attempts === n && job?.state === 'waiting' && job.error !== null ? job.runAt.getTime() - clock.now().getTime() : null
  })

const logged: { fields: object; message: string }[] = []
const open = (url: string, showsCodes = false) =>
  openTextTransport(url, {
    outboxDirectory,
    log: { debug: (fields, message) => void logged.push({ fields, message }) },
    showsCodes,
    twilioApi: 'https://api.twilio.com',
    limits: { connectMs: 2000, wholeMs: 3000 },
  })

async function sending<T>(url: string, work: (state: TextState) => Promise<T>, showsCodes = false): Promise<T> {
  const transport = open(url, showsCodes)
  const state = new TextState(bench.log)
  const worker = new Worker(bench.service, [textJob(transport, state)], bench.log)
  worker.start()
  try {
    return await work(state)
  } finally {
    await worker.stop(3000)
    await transport.close()
  }
}

describe('queueText', () => {
  test('what a text shows is sealed, bound to its row, and there with its cause or not at all', async () => {
    const id = await queue()
    const { variables, status, expiresAt, createdAt } = await textOf(id)
    assert.deepEqual([status, expiresAt.getTime() - createdAt.getTime()], ['queued', 600_000])
    assert.ok(!variables!.includes('482913'))
    assert.equal(JSON.parse(bench.service.keys.openSecret(variables!, textVariablesContext(id))).code, '482913')
    assert.throws(() => bench.service.keys.openSecret(variables!, textVariablesContext(crypto.randomUUID())))
    assert.ok(!JSON.stringify((await jobOf(id))?.payload).includes('482913'))
    await database.kysely.deleteFrom('jobs').execute()
    await database.kysely.deleteFrom('texts').execute()
    const failing = bench.transact(async (ctx) => {
      await queueText(ctx, newText())
      throw new Error('rolled back')
    })
    await assert.rejects(failing, /rolled back/)
    assert.deepEqual(await database.kysely.selectFrom('texts').select('id').execute(), [])
    assert.deepEqual(await database.kysely.selectFrom('jobs').select('id').execute(), [])
  })
})

describe('sending', () => {
  test('a text is handed over once, then its code is erased and its job is gone', async () => {
    await using gateway = await startGateway()
    const id = await queue()
    const sent = await sending(`http://${gateway.host}/`, async () => {
      const text = await inState(id, 'sent')
      await eventually('the job to be gone', async () => (await jobOf(id)) === undefined)
      return text
    })
    assert.equal(gateway.texts.length, 1)
    assert.match(gateway.texts[0]!.body, /482913/)
    assert.equal(gateway.texts[0]!.headers['idempotency-key'], id)
    assert.deepEqual([sent.variables, sent.attempts, sent.error, sent.providerMessageId], [null, 1, null, id])
    assert.ok(sent.sentAt && !JSON.stringify(sent).includes('482913'))
  })

  test('what is put off is tried again in growing pauses, under one key, and given up with its code before it is sent', async () => {
    await using gateway = await startGateway()
    gateway.answerNext({ status: 425 }, 100)
    const id = await queue()
    await sending(`http://${gateway.host}/`, async () => {
      for (const [at, seconds] of [5, 10, 20, 40, 80].entries()) {
        const waitMs = await postponed(id, at + 1)
        assert.ok(waitMs > (seconds - 2) * 1000 && waitMs <= seconds * 1200, `pause ${at} is ${waitMs} ms`)
        clock.turn(seconds * 1.2)
      }
      assert.ok((await textOf(id)).variables !== null)
      await postponed(id, 6)
      clock.turn(600)
      const failed = await inState(id, 'failed')
      assert.equal(failed.variables, null)
      assert.match(failed.error!, /^it expired before it could be sent: the gateway answered 425/)
    })
    assert.equal(gateway.texts.length, 6)
    assert.deepEqual(new Set(gateway.texts.map(({ headers }) => headers['idempotency-key'])), new Set([id]))
    assert.equal(await jobOf(id), undefined)
  })

  test('one whose code has expired while nobody worked never leaves', async () => {
    await using gateway = await startGateway()
    const id = await queue()
    clock.turn(601)
    await sending(`http://${gateway.host}/`, async () => assert.equal((await inState(id, 'failed')).variables, null))
    assert.equal(gateway.texts.length, 0)
  })

  test('Retry-After is kept to, and no longer than the code holds', async () => {
    await using gateway = await startGateway()
    gateway.answerNext({ status: 429, headers: { 'retry-after': '90' } })
    gateway.answerNext({ status: 429, headers: { 'retry-after': '999999999' } })
    const id = await queue()
    await sending(`http://${gateway.host}/`, async () => {
      const waitMs = await postponed(id, 1)
      assert.ok(waitMs > 80_000 && waitMs <= 90_000, `${waitMs} ms`)
      clock.turn(91)
      const second = await postponed(id, 2)
      assert.ok(second <= 600_000 - 91_000, `${second} ms`)
      clock.turn(600)
      await inState(id, 'failed')
    })
  })

  test('a connection that ends before the gateway confirms: sent again under the same key, with the same code', async () => {
    await using gateway = await startGateway()
    gateway.answerNext(cut)
    const id = await queue()
    await sending(`http://${gateway.host}/`, async () => {
      await postponed(id, 1)
      clock.turn(6)
      await inState(id, 'sent')
    })
    assert.deepEqual(
      gateway.texts.map(({ headers, body }) => [headers['idempotency-key'], /482913/.test(body)]),
      [
        [id, true],
        [id, true],
      ],
    )
  })

  test('a refusal ends it at once, and so does a text that can not be written', async () => {
    await using gateway = await startGateway()
    gateway.answerNext({ status: 400 })
    const refused = await queue()
    await sending(`http://${gateway.host}/`, async () => {
      const failed = await inState(refused, 'failed')
      assert.deepEqual([failed.variables, failed.attempts], [null, 1])
      const broken = await inState(await queue({ variables: { code: 'no code', brand: 'Acme', expiresInMinutes: 10 } }), 'failed')
      assert.match(broken.error!, /could not be written/)
      assert.equal(broken.variables, null)
    })
    assert.equal(gateway.texts.length, 1)
  })

  test('a gateway that is away is not asked for every text, and gets them all when it is back', async () => {
    const port = await freePort()
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await queue())
    await sending(`http://127.0.0.1:${port}/`, async () => {
      for (const id of ids) await eventually('its turn', async () => (await jobOf(id))?.error != null)
      const tried = await database.kysely.selectFrom('texts').select('attempts').where('status', '=', 'queued').execute()
      assert.ok(tried.filter(({ attempts }) => attempts > 0).length < 12, 'the breaker spares the rest')
    })
    await using gateway = await startGateway()
    clock.turn(120)
    await sending(`http://${gateway.host}/`, async () => {
      for (const id of ids) await inState(id, 'sent')
    })
    assert.equal(gateway.texts.length, 12)
  })
})

describe('while its tenant is shut', () => {
  const tenantId = crypto.randomUUID()
  const setStatus = async (status: 'Active' | 'Suspended') => {
    await database.kysely.updateTable('tenants').set({ status }).where('id', '=', tenantId).execute()
    await bench.service.tenants.apply([{ topic: 'tenant', subject: tenantId }])
  }
  before(() => database.kysely.insertInto('tenants').values({ id: tenantId, code: 'shut', name: 'Shut', createdAt: clock.now() }).execute())

  test('a text waits, and leaves once it is active again', async () => {
    await using gateway = await startGateway()
    await setStatus('Suspended')
    const id = await queue({ tenantId })
    await sending(`http://${gateway.host}/`, async () => {
      const job = await eventually('the text to be held', async () => {
        const found = await jobOf(id)
        return found?.state === 'waiting' && found.error !== null ? found : null
      })
      assert.match(job.error as string, /held/)
      assert.deepEqual([(await textOf(id)).status, (await textOf(id)).attempts, gateway.texts.length], ['queued', 0, 0])
      await setStatus('Active')
      clock.turn(60)
      await inState(id, 'sent')
    })
    assert.equal(gateway.texts.length, 1)
  })

  test('a text is given up with its code, unsent', async () => {
    await using gateway = await startGateway()
    await setStatus('Suspended')
    const [shut, gone] = [await queue({ tenantId }), await queue({ tenantId: crypto.randomUUID() })]
    await sending(`http://${gateway.host}/`, async (state) => {
      for (const id of [shut, gone]) await eventually('the text to be held', async () => (await jobOf(id))?.error != null)
      clock.turn(601)
      for (const id of [shut, gone]) assert.equal((await inState(id, 'failed')).variables, null)
      // the gateway is not at fault
      const counted = await state.measures().tenantry_texts_total!.read()
      assert.ok(
        counted.every(({ value }) => value === 0),
        JSON.stringify(counted),
      )
    })
    assert.equal(gateway.texts.length, 0)
  })
})

describe('without a gateway', () => {
  test('a text is a file for this account alone, and a line in the log with neither code nor number', async () => {
    const id = await queue()
    await sending('log', () => inState(id, 'sent'))
    const path = join(outboxDirectory, `${id}.sms`)
    assert.match(readFileSync(path, 'utf8'), /^To: \+962790000000\n\nAcme: 482913 /)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    const { fields, message } = logged.at(-1)!
    assert.deepEqual([message, Object.keys(fields)], ['a text', ['text', 'body']])
    assert.ok(!/482913|962790/.test(JSON.stringify(logged)), JSON.stringify(logged))
  })

  test('in development the line holds the whole text', async () => {
    const id = await queue()
    await sending('log', () => inState(id, 'sent'), true)
    assert.match(JSON.stringify(logged.at(-1)), /\+962790000000.*482913/)
  })

  test('the file goes with its row, and nobody else’s file', async () => {
    const id = await queue()
    await sending('log', () => inState(id, 'sent'))
    const kept = await queue()
    await sending('log', () => inState(kept, 'sent'))
    await database.kysely.deleteFrom('texts').where('id', '=', id).execute()
    await new OutboxSweep(bench.service, outboxDirectory, bench.log).sweep()
    const files = readdirSync(outboxDirectory)
    assert.deepEqual([files.includes(`${id}.sms`), files.includes(`${kept}.sms`)], [false, true])
  })
})

test('a text whose job died with its process is given up and its code erased', async () => {
  const [dead, alive] = [await queue(), await queue()]
  await database.kysely.updateTable('jobs').set({ state: 'dead' }).where('key', '=', dead).execute()
  clock.turn(3700)
  const before = new Date(clock.now().getTime() - 3_600_000)
  assert.equal(await failAbandoned(database.kysely, 'texts', before, 100, clock.now()), 1)
  assert.deepEqual([(await textOf(dead)).status, (await textOf(dead)).variables], ['failed', null])
  assert.equal((await textOf(alive)).status, 'queued')
})

describe('what a text says', () => {
  const variables = { code: '048291', brand: 'Acme', expiresInMinutes: 10 }

  test('is in English and Arabic, short, with the code and whose it is', () => {
    const { body, shownBody } = renderText('phone_verification', 'en', variables)
    assert.match(body, /^Acme: 048291 .*10 minutes/)
    // GSM 03.38 in one part
    assert.ok(body.length <= 160 && /^[\x20-\x7e]+$/.test(body))
    const arabic = renderText('phone_verification', 'ar', variables)
    assert.match(arabic.body, /^Acme: رمز .*048291.*10 دقائق/)
    // UCS-2 in two parts at most
    assert.ok(arabic.body.length <= 134)
    for (const shown of [shownBody, arabic.shownBody]) assert.ok(!shown.includes('048291') && shown.includes('******'))
  })

  test('carries no link that a tenant put into its name', () => {
    const { body } = renderText('phone_verification', 'en', { ...variables, brand: 'Win at https://evil.example/x now evil.example' })
    assert.ok(!/https|evil\.example/.test(body), body)
    assert.match(renderText('phone_verification', 'en', { ...variables, brand: '<b></b>' }).body, /^Tenantry: /)
  })
})
