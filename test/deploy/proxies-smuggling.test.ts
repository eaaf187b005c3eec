/**
 * Requests that two readers could read two ways, sent through the proxies of the examples: whatever each of them makes of the framing, what is
 * hidden in a body is no request to anybody, and whoever comes next on the same connections behind gets the answer to their own.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { isDeepStrictEqual } from 'node:util'
import { killEnv } from '../faults/kill-loop.ts'
import { eventually } from '../rig/ports.ts'
import { type Service, startService } from '../rig/service.ts'
import { proxyNames, type RunningProxy, startProxy } from './proxies.ts'

/** Nobody asks for it but who was smuggled in. */
const canary = '/api/v1/roles'
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const hidden = get(canary)
const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
const post = 'POST /api/v1/auth/admin/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const ended = `0\r\n\r\n${hidden}`

const forms: Readonly<Record<string, string>> = {
  'a length and chunks, which end before it': `${post}Content-Length: ${ended.length}\r\nTransfer-Encoding: chunked\r\n\r\n${ended}`,
  'chunks and a length that ends before them': `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunk}`,
  'chunks by a name with a space': `${post}Content-Length: ${ended.length}\r\nTransfer-Encoding : chunked\r\n\r\n${ended}`,
  'chunks behind a tab that is none': `${post}Content-Length: ${ended.length}\r\nTransfer-Encoding: \x0bchunked\r\n\r\n${ended}`,
  'chunks of an unknown kind': `${post}Content-Length: ${ended.length}\r\nTransfer-Encoding: xchunked\r\n\r\n${ended}`,
  'chunks that are not the last coding': `${post}Content-Length: ${ended.length}\r\nTransfer-Encoding: chunked, identity\r\n\r\n${ended}`,
  'chunks in a folded line': `${post}Content-Length: ${ended.length}\r\nTransfer-Encoding:\r\n chunked\r\n\r\n${ended}`,
  'chunks behind a bare LF': `${post}Content-Length: ${ended.length}\r\nX-A: b\nTransfer-Encoding: chunked\r\n\r\n${ended}`,
  'two lengths': `${post}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'an extension of a chunk with a bare LF': `${post}Transfer-Encoding: chunked\r\n\r\n2;\n{}\r\n${ended.length.toString(16)}\r\n${ended}\r\n0\r\n\r\n`,
  'a length with a sign': `${post}Content-Length: +0\r\n\r\n${hidden}`,
}

for (const name of proxyNames) {
  describe(`through ${name}`, () => {
    let service: Service
    let proxy: RunningProxy
    before(async () => {
      service = await startService({ env: { ...killEnv, LOG_LEVEL: 'info', LOG_REQUESTS: 'on', TRUST_PROXY: '127.0.0.1' } })
      const port = Number(new URL(service.url).port)
      proxy = await startProxy(name, [port, port])
    })
    after(async () => {
      await proxy[Symbol.asyncDispose]()
      await service.kill()
    })

    const isSeen = () => service.logs.some(({ route }) => route === canary)

    for (const [form, text] of Object.entries(forms))
      it(`nothing is hidden by ${form}`, async () => {
        const answer = await sendTo(proxy, `${text}${get('/health/live')}`)
        // refused with its connection, or answered as one request before the one behind it
        const [status, ...others] = statusesOf(answer)
        assert.ok(status === 400 || status === 501, answer)
        assert.ok(others.length === 0 || isDeepStrictEqual(others, [200]), answer)
        for (let n = 0; n < 4; n++) {
          const next = await proxy.connecting.get('/health/live')
          assert.deepEqual([next.status, next.json?.status], [200, 'ok'], next.text)
        }
        assert.equal(isSeen(), false)
      })

    it('what is sent openly behind a request is answered, and seen', async () => {
      const answer = await sendTo(proxy, `${post}Content-Length: 2\r\n\r\n{}${hidden}${get('/health/live')}`)
      assert.deepEqual(statusesOf(answer), [400, 401, 200], answer)
      await eventually('its line in the log', isSeen)
    })
  })
}

const statusesOf = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

/** Sends bytes over TLS. @returns what is answered until the connection ends, or nothing comes any more */
async function sendTo({ url }: RunningProxy, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  const closed = Promise.withResolvers<void>()
  let answer = ''
  socket.setEncoding('latin1').on('data', (part) => (answer += part))
  socket.on('close', () => closed.resolve()).on('error', () => {})
  socket.write(text, 'latin1')
  await Promise.race([closed.promise, sleep(700)])
  socket.destroy()
  return answer
}
