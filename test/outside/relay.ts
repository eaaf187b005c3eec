import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type MailTransport, type OutgoingMail, openMailTransport } from '#outside/mail/transport.ts'

export interface Relay {
  url: string
  /** Raw messages as they came over the wire. */
  messages: Buffer[]
  recipients: string[]
}

/** What is open; closed after the tests of this file, the last first. */
export const closers: (() => Promise<unknown>)[] = []

after(async () => {
  for (const close of closers.reverse()) await close()
})

/** A certificate that nobody vouches for, for a name and 127.0.0.1 and 0.0.0.0. */
export function selfSigned(name: string): { key: string; cert: string } {
  const directory = mkdtempSync(join(tmpdir(), 'tenantry-certificate-'))
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const names = `subjectAltName=DNS:${name},IP:127.0.0.1,IP:0.0.0.0`
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
  try {
    execFileSync('openssl', [...args, '-addext', names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A real SMTP server on loopback that takes everything unless told otherwise. */
export async function startRelay(options: SMTPServerOptions = {}): Promise<Relay> {
  const relay: Relay = { url: '', messages: [], recipients: [] }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(address, _session, callback) {
      relay.recipients.push(address.address)
      callback()
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        relay.messages.push(Buffer.concat(chunks))
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  relay.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return relay
}

/** A transport that is closed after the tests of this file. */
export function openTransport(url: string, timeoutMs = 5000, ca: string | null = null): MailTransport {
  const timeouts = { connectMs: timeoutMs, greetingMs: timeoutMs, answerMs: timeoutMs, wholeMs: timeoutMs * 3 }
  const transport = openMailTransport(url, { outboxDirectory: '/nonexistent', timeouts, ca })
  closers.push(() => transport.close())
  return transport
}

/** Listens on a free port of loopback and answers it. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export const mail: OutgoingMail = {
  messageId: '0f7d3c3e-64b0-4a8e-9f0e-1c2d3e4f5a6b@tenantry.test',
  date: new Date('2026-11-23T10:00:00Z'),
  to: 'sara@acme.test',
  toName: 'سارة القحطاني',
  from: 'شركة أكمي <no-reply@tenantry.test>',
  subject: 'رمز إعادة تعيين كلمة المرور في أكمي، وهو عنوان طويل يحتاج إلى أكثر من سطر واحد في الترويسة',
  text: 'الرمز: 123456\n',
  html: '<p dir="rtl">الرمز: <b>123456</b></p>',
}
