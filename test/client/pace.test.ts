/** A body has the time that it takes on a slow line, beside that of the answer. */
import assert from 'node:assert/strict'
import { before, describe, it, mock } from 'node:test'
import { TimedOut } from '../../client/src/client.ts'
import { sendingMs } from '../../client/src/pace.ts'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { clientOf, signIn } from './rig.ts'

const megabytes = (count: number) => new Blob([new Uint8Array(count * 1_000_000)])
const form = (fields: Record<string, string | Blob>) => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value as Blob)
  return made
}

describe('the time that a body takes', () => {
  it('follows its size: 250 kilobits are a second', () => {
    assert.equal(sendingMs('x'.repeat(31_250)), 1_000)
    assert.equal(sendingMs('ض'.repeat(31_250)), 2_000)
    assert.equal(sendingMs(megabytes(1)), 32_000)
    assert.equal(sendingMs(form({ file: megabytes(10), isPublic: 'true' })), 320_001)
  })

  it('is none where nothing is sent, or nobody knows how much', () => {
    for (const body of [null, new ReadableStream()]) assert.equal(sendingMs(body), 0)
  })
})

describe('a file that is sent slowly', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })

  /** For how long an upload of a megabyte was waited for, in seconds, by a clock that is turned on; its client gives every call 5. */
  async function waited(options: { timeoutMs?: number } = {}): Promise<number> {
    const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal>()
    const fetch: typeof globalThis.fetch = (url, init) => {
      if (!String(url).endsWith('/files/upload')) return globalThis.fetch(url, init)
      const signal = init?.signal as AbortSignal
      ask(signal)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const client = clientOf(app.url, { timeoutMs: 5_000, fetch })
    await signIn(client, { ...superAdmin, id: '', tenantId: null })
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const refused = assert.rejects(client.call('uploadFile', { body: { file: megabytes(1) } }, options), TimedOut)
      const signal = await asked
      let seconds = 0
      for (; !signal.aborted && seconds < 100; seconds++) mock.timers.tick(1_000)
      await refused
      return seconds
    } finally {
      mock.timers.reset()
    }
  }

  it('is waited for as long as it takes, beside the time of the answer', async () => {
    assert.equal(await waited(), 37)
  })

  it('is waited for as long as its caller says, where they do', async () => {
    assert.equal(await waited({ timeoutMs: 2_000 }), 2)
  })
})
