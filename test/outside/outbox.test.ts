import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { sweepOutbox } from '#outside/mail/outbox.ts'
import { type MailTransport, type OutgoingMail, openMailTransport } from '#outside/mail/transport.ts'

const mail: OutgoingMail = {
  messageId: '0f7d3c3e-64b0-4a8e-9f0e-1c2d3e4f5a6b@tenantry.test',
  date: new Date('2026-11-23T10:00:00Z'),
  to: 'sara@acme.test',
  toName: 'سارة',
  from: 'Acme <no-reply@tenantry.test>',
  subject: 'رمز إعادة تعيين كلمة المرور',
  text: 'الرمز: 123456\n',
  html: '<p dir="rtl">الرمز: <b>123456</b></p>',
}

describe('the outbox', () => {
  let folder: string
  let directory: string
  let outbox: MailTransport

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tenantry-outbox-'))
    directory = join(folder, 'data', 'outbox')
    outbox = openMailTransport('outbox:', { outboxDirectory: directory })
  })
  afterEach(async () => {
    await outbox.close()
    await rm(folder, { recursive: true })
  })

  test('is swept: files of mails that are kept no longer go, and what was left half written; nothing else', async () => {
    const now = Date.now()
    assert.equal(await sweepOutbox(directory, async () => new Set(), now), 0, 'there is no folder yet')
    const other = '1f7d3c3e-64b0-4a8e-9f0e-1c2d3e4f5a6b@tenantry.test'
    for (const messageId of [mail.messageId, other]) await outbox.send({ ...mail, messageId })
    for (const name of ['notes.txt', '.x.eml.0123456789ab.tmp']) await writeFile(join(directory, name), 'x')
    const kept = async (messageIds: readonly string[]) => new Set(messageIds.filter((id) => id === other))
    assert.equal(await sweepOutbox(directory, kept, now), 1)
    assert.deepEqual((await readdir(directory)).sort(), ['.x.eml.0123456789ab.tmp', `${other}.eml`, 'notes.txt'])
    assert.equal(await sweepOutbox(directory, kept, now + 2 * 3_600_000), 1)
    assert.deepEqual((await readdir(directory)).sort(), [`${other}.eml`, 'notes.txt'])
  })

  test('a mail is a file that a mail program reads', async () => {
    assert.deepEqual(await outbox.send(mail), { kind: 'sent', providerMessageId: mail.messageId })
    const [name] = await readdir(directory)
    assert.equal(name, `${mail.messageId}.eml`)
    const bytes = await readFile(join(directory, name!))
    assert.doesNotMatch(bytes.toString(), /[^\r]\n/, 'RFC 5322 lines end in CRLF')
    const parsed = await PostalMime.parse(bytes)
    assert.deepEqual(
      [parsed.subject, parsed.text?.trim(), parsed.html?.trim(), parsed.messageId, parsed.to?.[0]],
      [mail.subject, mail.text.trim(), mail.html, `<${mail.messageId}>`, { name: 'سارة', address: 'sara@acme.test' }],
    )
  })

  test('nobody but this account may read it', async () => {
    await outbox.send(mail)
    assert.equal((await stat(directory)).mode & 0o777, 0o700)
    assert.equal((await stat(join(directory, `${mail.messageId}.eml`))).mode & 0o777, 0o600)
  })

  test('the same mail sent again replaces its file; another one does not', async () => {
    await outbox.send(mail)
    await outbox.send({ ...mail, subject: 'Second attempt' })
    await outbox.send({ ...mail, messageId: 'other@tenantry.test' })
    assert.deepEqual((await readdir(directory)).sort(), [`${mail.messageId}.eml`, 'other@tenantry.test.eml'])
    const parsed = await PostalMime.parse(await readFile(join(directory, `${mail.messageId}.eml`)))
    assert.equal(parsed.subject, 'Second attempt')
  })

  test('a Message-ID is never a path', async () => {
    assert.equal((await outbox.send({ ...mail, messageId: '..%2f..@tenantry.test' })).kind, 'sent')
    assert.equal((await outbox.send({ ...mail, messageId: '/../evil@tenantry.test' })).kind, 'sent')
    assert.equal((await outbox.send({ ...mail, messageId: '../evil' })).kind, 'permanent')
    for (const name of await readdir(directory)) assert.match(name, /^[0-9a-f]{64}\.eml$/)
    assert.deepEqual(await readdir(folder), ['data'])
    assert.deepEqual(await readdir(join(folder, 'data')), ['outbox'])
  })

  test('two recipients are refused', async () => {
    assert.deepEqual((await outbox.send({ ...mail, to: 'a@x.test, b@x.test' })).kind, 'permanent')
  })

  test('a folder that cannot be made is temporary and seen by health', async () => {
    await writeFile(join(folder, 'file'), '')
    const blocked = openMailTransport('outbox:', { outboxDirectory: join(folder, 'file', 'outbox') })
    assert.equal((await blocked.send(mail)).kind, 'temporary')
    await assert.rejects(blocked.check())
    await outbox.check()
  })
})
