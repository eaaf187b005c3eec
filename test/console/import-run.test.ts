/** An import from a file of lines, without a page. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { beginning, Ended, type Progress, runImport } from '../../console/src/screens/users/import-run.ts'

type Answer = Awaited<ReturnType<Parameters<typeof runImport>[0]['send']>>

/** A service that has some addresses already, and breaks off before one of them. */
function service(known: Set<string>, breaksAt?: string) {
  const sent: unknown[][] = []
  const send = async (values: readonly unknown[]): Promise<Answer> => {
    sent.push([...values])
    return (async function* () {
      for (const [at, value] of values.entries()) {
        const { email } = value as { email: string }
        if (email === breaksAt) throw new Error('broke off')
        yield known.has(email) ? { line: at + 1, code: 'conflict' as const, errors: [] } : { line: at + 1, id: email }
        known.add(email)
      }
      yield { affected: 0, skipped: 0 }
    })()
  }
  return { sent, send }
}

const fileOf = (...lines: string[]) => new Blob([lines.join('\n')])
const one = (name: string) => JSON.stringify({ email: `${name}@x.example` })

describe('an import', () => {
  const run = async (file: Blob, send: (values: readonly unknown[]) => Promise<Answer>, from = beginning, isTrial = false) => {
    let last: Progress = from
    const told = { file, isTrial, from, send, isStopped: () => false, onProgress: (now: Progress) => (last = now) }
    const error = await runImport(told).then(
      () => null,
      (fault: unknown) => fault,
    )
    return { last, error }
  }

  it('numbers lines as they stand in the file, blank and broken ones too', async () => {
    const { sent, send } = service(new Set(['b@x.example']))
    const { last } = await run(fileOf('', one('a'), '{', `${one('b')}\r`, '', one('c')), send)
    assert.deepEqual([last.made, last.skipped, last.line, last.share], [2, 2, 6, 1])
    assert.deepEqual(
      last.faults.map(({ line, code }) => [line, code]),
      [
        [3, 'malformed_json'],
        [4, 'conflict'],
      ],
    )
    assert.equal(sent.length, 1)
  })

  it('goes on after the last line that was answered', async () => {
    const known = new Set<string>()
    const file = fileOf(one('a'), one('b'), one('c'))
    const broken = await run(file, service(known, 'c@x.example').send)
    assert.match(String(broken.error), /broke off/)
    assert.equal(broken.last.line, 2)
    const rest = service(known)
    const { last, error } = await run(file, rest.send, broken.last)
    assert.equal(error, null)
    assert.deepEqual([last.made, last.skipped], [3, 0])
    assert.deepEqual(rest.sent, [[{ email: 'c@x.example' }]])
  })

  it('sends many lines in pieces, and finds a name again that stood in another piece', async () => {
    const { sent, send } = service(new Set())
    const names = Array.from({ length: 2500 }, (_, n) => one(`n${n}`))
    const { last } = await run(fileOf(...names, one('N1')), send, beginning, true)
    assert.deepEqual([sent.length, last.made, last.skipped], [3, 2500, 1])
    assert.deepEqual(last.faults, [{ line: 2501, code: 'conflict', reasons: [] }])
  })

  it('says what the service ended it with', async () => {
    const send = async (): Promise<Answer> =>
      (async function* () {
        yield { code: 'unavailable' as const, message: 'later', affected: 0, skipped: 0 }
      })()
    const { error, last } = await run(fileOf(one('a')), send)
    assert.ok(error instanceof Ended)
    assert.deepEqual([error.code, error.message, last.line], ['unavailable', 'later', 0])
  })
})
