/** docs/delegation.md keeps its word: its requests are sent in their order, and answered as it shows. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { permissionCatalogue } from '#core/permissions.ts'
import { startApp, type TestApp } from '../harness.ts'
import { allBut, everything, idOf } from './rig.ts'

interface Exchange {
  /** As the document numbers it. */
  readonly step: string
  readonly request: string
  readonly answer: string
}

const document = readFileSync(join(import.meta.dirname, '../../docs/delegation.md'), 'utf8')

/** Blocks of HTTP in pairs, each under the last number before it. */
function exchangesIn(text: string): Exchange[] {
  const found = [...text.matchAll(/^\*\*(\d+)\.\*\*|^```http\n([\s\S]*?)\n```$/gm)]
  let step = ''
  const blocks: { step: string; text: string }[] = []
  for (const [, number, block] of found) {
    if (number) step = number
    else if (block !== undefined) blocks.push({ step, text: block })
  }
  return blocks.flatMap((block, at) =>
    at % 2 === 0 ? [{ step: block.step, request: block.text, answer: blocks[at + 1]?.text ?? '' }] : [],
  )
}

const exchanges = exchangesIn(document)

/** Head and body of a block; the body begins behind the first empty line. */
function partsOf(block: string): { head: string[]; body: string } {
  const [head = '', ...rest] = block.split('\n\n')
  return { head: head.split('\n'), body: rest.join('\n\n') }
}

describe('docs/delegation.md', () => {
  let app: TestApp
  const known = new Map<string, string>()
  before(async () => {
    app = await startApp()
    known.set('platform', await app.superToken())
    for (const { name, id } of permissionCatalogue) known.set(name, id)
    known.set('everything', JSON.stringify(everything.map(idOf)))
    known.set('everythingButAdminsView', JSON.stringify(allBut('admins.view').map(idOf)))
  })

  const filled = (text: string) =>
    text.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
      const value = known.get(name)
      assert.ok(value !== undefined, `{{${name}}} is used before an answer gave it`)
      return value
    })

  /** What is shown must be so; what is not shown is not compared. A name that is still unknown takes the value it meets. */
  function assertShown(actual: unknown, shown: unknown, at: string): void {
    if (typeof shown === 'string' && /^\{\{\w+\}\}$/.test(shown) && !known.has(shown.slice(2, -2))) {
      assert.equal(typeof actual, 'string', at)
      known.set(shown.slice(2, -2), actual as string)
    } else if (Array.isArray(shown)) {
      assert.ok(Array.isArray(actual), `${at}: ${JSON.stringify(actual)}`)
      assert.equal(actual.length, shown.length, `${at}: ${JSON.stringify(actual)}`)
      for (const [index, value] of shown.entries()) assertShown(actual[index], value, `${at}[${index}]`)
    } else if (typeof shown === 'object' && shown !== null) {
      assert.ok(typeof actual === 'object' && actual !== null, at)
      for (const [name, value] of Object.entries(shown)) assertShown((actual as Record<string, unknown>)[name], value, `${at}.${name}`)
    } else {
      assert.deepEqual(actual, typeof shown === 'string' ? filled(shown) : shown, at)
    }
  }

  it('shows an example in numbered steps, each request with its answer', () => {
    assert.ok(exchanges.length >= 20)
    const steps = [...new Set(exchanges.map(({ step }) => Number(step)))]
    assert.deepEqual(
      steps,
      steps.map((_, index) => index + 1),
    )
    for (const { request, answer } of exchanges) {
      assert.match(request, /^(GET|POST|PUT|DELETE) \//)
      assert.match(answer, /^HTTP\/1\.1 \d{3}\n\n/)
    }
  })

  for (const [index, { step, request, answer }] of exchanges.entries()) {
    const { head, body } = partsOf(request)
    it(`step ${step}, request ${index + 1}: ${head[0]}`, async () => {
      const [method, path] = filled(head[0]!).split(' ') as [string, string]
      const token = /^Authorization: Bearer (.+)$/m.exec(head.join('\n'))?.[1]
      const reply = await app.request(method, path, {
        ...(token && { token: filled(token) }),
        ...(body && { raw: filled(body), headers: { 'content-type': 'application/json' } }),
      })
      const shown = partsOf(answer)
      assert.equal(`HTTP/1.1 ${reply.status}`, shown.head[0], reply.text)
      assertShown(reply.json, JSON.parse(shown.body), 'answer')
    })
  }
})
