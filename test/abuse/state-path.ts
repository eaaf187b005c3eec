/** The tests of a matrix of states and doors: each cell an account of its own, its state and its door. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Reply, startApp, type TestApp } from '../harness.ts'
import type { Attempt, Path } from './paths.ts'
import { assertNothingUnforeseen } from './refusals.ts'
import { answers, type Matrix } from './state-path-table.ts'
import { newTree, type Place, type State, type Tree } from './states.ts'

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

export interface Doors {
  readonly matrix: Matrix
  /** What becomes of an account alone: its tenants may be those of other cells. */
  readonly ownStates: Readonly<Record<string, State>>
  readonly tenantStates: Readonly<Record<string, State>>
  readonly paths: Readonly<Record<string, Path>>
  readonly newPlace: (app: TestApp, tree: Tree) => Promise<Place>
  readonly fewestCells: number
}

/** Declares a test for each cell. */
export function describeMatrix(kind: string, { matrix, ownStates, tenantStates, paths, newPlace, fewestCells }: Doors): void {
  const states = { ...ownStates, ...tenantStates }
  const { stateNames, pathNames, expected } = matrix
  describe(`the matrix of states and doors of ${kind}`, () => {
    let app: TestApp
    let shared: Tree
    before(async () => {
      app = await startApp()
      shared = await newTree(app)
    })
    after(() => assertNothingUnforeseen(app))

    it('is whole: every state and every door has its row and column, and no cell is empty', () => {
      assert.deepEqual(new Set(stateNames), new Set(Object.keys(states)))
      assert.deepEqual(new Set(pathNames), new Set(Object.keys(paths)))
      const cells = stateNames.flatMap((state) => pathNames.map((path) => expected(state, path)))
      assert.ok(cells.every((word) => word !== undefined && word in answers))
      assert.ok(cells.length >= fewestCells, `${cells.length} cells`)
    })

    for (const state of stateNames) {
      for (const path of pathNames) {
        const wanted = answers[expected(state, path) ?? '']
        it(`${state}, ${path}: ${wanted}`, async () => {
          const place = await newPlace(app, state in ownStates ? shared : await newTree(app))
          const attempt = await paths[path]!(app, place)
          await states[state]!(app, place)
          const result = await attempt()
          assert.equal(seen(result), wanted, result.reply.text)
          assertSilent(result.reply, place.admin.email)
        })
      }
    }
  })
}
