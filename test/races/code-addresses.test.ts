/** A code or link is on its way to an address while an administrator gives the account another one: what the former mailbox gets opens nothing. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { codeJobs } from '#modules/auth/code.jobs.ts'
import { mailsTo } from '../auth/mail.ts'
import { expectStatus, startTwo, type TestApp } from '../harness.ts'
import { everyRound, race } from '../rig/race.ts'
import { addUser, addWorkspace, type Workspace } from '../users/rig.ts'

const door = '/api/v1/auth/user'
const people = 6

let apps: readonly [TestApp, TestApp]
let workspace: Workspace
before(async () => {
  apps = await startTwo()
  workspace = await addWorkspace(apps[0])
})

/** Does all that requests for codes left, each order at the same moment. */
async function runOrders(app: TestApp): Promise<void> {
  const kinds = codeJobs.map(({ kind }) => kind)
  const jobs = await app.open.service.database.kysely
    .deleteFrom('jobs')
    .where('kind', 'in', kinds)
    .returning(['id', 'kind', 'payload'])
    .execute()
  const run = { attempt: 1, maxAttempts: 5, fence: 1, signal: new AbortController().signal }
  await race(jobs.map((job) => () => codeJobs.find(({ kind }) => kind === job.kind)!.run({ ...job, ...run }, app.open.service)))
}

describe('an address that is changed while something is sent to it', () => {
  for (const [ask, template] of [
    ['request-password-reset', 'password_reset_otp'],
    ['send-email-verification', 'email_verification'],
  ] as const)
    it(`${ask}: what left for the former one is worth nothing`, async () => {
      const [app, other] = apps
      await everyRound(async () => {
        const users = await Promise.all(Array.from({ length: people }, () => addUser(app, workspace.code)))
        for (const { email } of users) expectStatus(await app.post(`${door}/${ask}`, { email, tenantCode: workspace.code }), 202)
        const changed = (email: string) => `new-${email}`
        await race([
          () => runOrders(app),
          ...users.map(({ id, email }) => async () => {
            expectStatus(
              await other.request('PUT', `/api/v1/users/${id}`, { token: workspace.adminToken, body: { email: changed(email) } }),
              200,
            )
          }),
        ])
        for (const { id, email } of users) {
          const mails = (await mailsTo(app, id)).filter((mail) => mail.template === template && mail.address === email)
          for (const { variables } of mails) {
            const body = { email: changed(email), code: variables.code, tenantCode: workspace.code }
            const shown =
              ask === 'request-password-reset'
                ? await app.post(`${door}/reset-password`, { ...body, newPassword: 'of who reads the former mailbox' })
                : await app.post(`${door}/verify-email`, body)
            assert.equal(shown.status, 400, `${template} to the former address: ${shown.text}`)
          }
        }
      })
    })
})
