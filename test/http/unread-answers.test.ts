/** A refusal that comes while the client still sends: it must be read by whoever sends on for a while before reading. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from '../harness.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})

const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')])

/** Sends more than is taken, reads nothing meanwhile, and then everything. @returns what was answered */
async function sendOn(path: string, headers: Record<string, string>, begin: string): Promise<string> {
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', allowHalfOpen: true }).pause()
  const errors: string[] = []
  socket.on('error', ({ message }) => errors.push(message))
  const all = { host: 'x', authorization: `Bearer ${await app.superToken()}`, 'transfer-encoding': 'chunked', ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
  if (begin !== '') socket.write(`${Buffer.byteLength(begin).toString(16)}\r\n${begin}\r\n`)
  for (let sent = 0; sent < 400 && errors.length === 0; sent++) {
    if (!socket.write(chunk)) await sleep(5)
  }
  const parts: Buffer[] = []
  const ended = new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  socket.on('data', (part) => parts.push(part)).resume()
  await Promise.race([ended, sleep(10_000)])
  socket.destroy()
  assert.deepEqual(errors, [])
  return Buffer.concat(parts).toString()
}

for (const [what, path, headers, begin] of [
  [
    'a file that is too large',
    '/api/v1/files/upload',
    { 'content-type': 'multipart/form-data; boundary=b' },
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
  ],
  [
    'a picture that is too large',
    '/api/v1/Admins/me/avatar',
    { 'content-type': 'multipart/form-data; boundary=b' },
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
  ],
  ['a body that is too large', '/api/v1/roles', { 'content-type': 'application/json' }, '{"name":"'],
] as const)
  it(`413 reaches whoever goes on sending: ${what}`, async () => {
    assert.match(await sendOn(path, headers, begin), /^HTTP\/1\.1 413 /)
  })
