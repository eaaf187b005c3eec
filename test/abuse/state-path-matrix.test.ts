import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Reply } from '../harness.ts'
import { startApp, type TestApp } from '../harness.ts'
import { type Attempt, paths } from './paths.ts'
import { assertNothingUnforeseen } from './refusals.ts'
import { answers, expected, pathNames, stateNames } from './state-path-table.ts'
import { accountStates, newPlace, newTree, type Tree, tenantStates } from './states.ts'

const states = { ...accountStates, ...tenantStates }

let app: TestApp
let shared: Tree
before(async () => {
  app = await startApp()
  shared = await newTree(app)
})
after(() => assertNothingUnforeseen(app))

/** What of a reply the table speaks about. */
function seen({ reply, hasMail }: Awaited<ReturnType<Attempt>>): string {
  const { status } = reply
  if (status >= 400) return `${status} ${reply.json.code}`
  if (hasMail !== undefined) return `${status} ${hasMail ? 'mail' : 'no mail'}`
  const answer = reply.json.isSuccess === undefined ? reply.json : reply.json.data
  if (answer.accessToken) return [status, ...flagsOf(answer)].join(' ')
  if (answer.twoFactorToken) return `${status} requiresTwoFactor`
  return answer.workspaces ? `${status} workspaces` : `${status} done`
}

const flagsOf = (answer: Record<string, unknown>) =>
  ['MustChangePassword', 'requiresTwoFactorSetup', 'requiresTwoFactor'].filter((flag) => answer[flag])

/** A refusal must not carry anything of the account that the code alone does not tell. */
function assertSilent(reply: Reply, email: string): void {
  if (reply.status >= 400) assert.ok(!reply.text.includes(email) && !reply.text.includes('accessToken'), reply.text)
}

describe('the matrix of states and doors', () => {
  it('is whole: every state and every door has its row and column, and no cell is empty', () => {
    assert.deepEqual(new Set(stateNames), new Set(Object.keys(states)))
    assert.deepEqual(new Set(pathNames), new Set(Object.keys(paths)))
    const cells = stateNames.flatMap((state) => pathNames.map((path) => expected(state, path)))
    assert.ok(cells.every((word) => word !== undefined && word in answers))
    assert.ok(cells.length >= 130, `${cells.length} cells`)
  })

  for (const state of stateNames) {
    for (const path of pathNames) {
      const wanted = answers[expected(state, path) ?? '']
      it(`${state}, ${path}: ${wanted}`, async () => {
        const place = await newPlace(app, state in accountStates ? shared : await newTree(app))
        const attempt = await paths[path]!(app, place)
        await states[state]!(app, place)
        const result = await attempt()
        assert.equal(seen(result), wanted, result.reply.text)
        assertSilent(result.reply, place.admin.email)
      })
    }
  }
})
