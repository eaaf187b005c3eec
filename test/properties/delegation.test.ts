/** Random trees, people and calls over HTTP: rights never grow beyond whoever gives them, and a refusal changes nothing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { startApp, type TestApp } from '../harness.ts'
import { rounds, tally } from '../rig/race.ts'
import { assertAnswersAgree } from './answers.ts'
import { shouldSucceed } from './expectations.ts'
import { readTruth, type Truth } from './expected-state.ts'
import { brokenByCall, brokenStructure } from './invariants.ts'
import { People } from './people.ts'
import { expectProperty } from './replay.ts'
import { type Call, callOf, kinds, type Step, step } from './steps.ts'
import { build, worldSpec } from './world.ts'

const stepsOfARun = 90
/** On a busy machine there are fewer runs. */
const longestRunMs = 60_000
const done: string[] = []
const enoughRuns = 20
/** Each takes seconds: a few in every suite, and more than enough say little more. */
const runs = Math.min(Math.ceil(rounds() * 0.4), enoughRuns)
const rare: readonly string[] = ['delete tenant']

describe('rights, whoever calls whatever', () => {
  it('stay within those of who gives them, and what is refused changes nothing', async () => {
    const run = fc.asyncProperty(worldSpec, fc.array(step, { minLength: stepsOfARun, maxLength: stepsOfARun }), async (spec, steps) => {
      const app = await startApp()
      try {
        await build(app, spec)
        await walk(app, steps)
      } finally {
        await app.close()
      }
    })
    // a failure is told as it is: every try of a smaller one takes seconds
    await expectProperty(run, runs, { interruptAfterTimeLimit: runs * longestRunMs })
  })

  // a property that nothing ever succeeds in, or nothing is ever refused in, proves nothing
  it('were asked for with and without success', (t) => {
    if (process.env.PROPERTY_PATH !== undefined) return t.skip('one run is looked at')
    const counts = tally(done)
    const share = done.filter((one) => one.endsWith('done')).length / done.length
    assert.ok(share > 0.2 && share < 0.8, JSON.stringify(counts))
    // a few runs need not meet everything
    for (const kind of runs < enoughRuns ? [] : kinds.filter((one) => !rare.includes(one)))
      for (const end of ['done', 'refused']) assert.ok(counts[`${kind}: ${end}`], `${kind} was never ${end}: ${JSON.stringify(counts)}`)
  })
})

async function walk(app: TestApp, steps: readonly Step[]): Promise<void> {
  const people = new People(app)
  const told: string[] = []
  let truth = await readTruth(app)
  assert.deepEqual(brokenStructure(truth), [], 'as it was built')
  for (const one of steps) {
    const call = callOf(app, truth, one)
    const reply = call && (await people.call(call))
    if (!call || !reply) continue
    told.push(line(call, truth, reply.status, reply.text))
    done.push(`${call.kind}: ${reply.status < 400 ? 'done' : 'refused'}`)
    const next = await readTruth(app)
    const problems = [...brokenStructure(next), ...brokenByCall(call, reply, truth, next)]
    const expected = shouldSucceed(truth, call)
    if (expected !== null && expected !== reply.status < 400) problems.push(`should have been ${expected ? 'done' : 'refused'}`)
    if (problems.length > 0) throw new Error(`${problems.join('\n')}\nafter\n${told.slice(-6).join('\n')}`)
    truth = next
  }
  await assertAnswersAgree(app, truth, people)
}

function line({ kind, actor, method, path, body }: Call, truth: Truth, status: number, text: string): string {
  const who = `${actor.id} of ${actor.tenantId ?? 'the platform'} (${truth.rightsOf(actor.id).size} permissions)`
  return `${kind}: ${method} ${path} ${JSON.stringify(body ?? null)}\n  by ${who}: ${status} ${text.slice(0, 300)}`
}
