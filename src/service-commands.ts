/** The commands that need an open service, with its keys, its clock and its log. */
import { createLogger } from '#core/log.ts'
import { isUuid } from '#core/uuid.ts'
import { keysToRetire, listKeys, retireKeys, rotateKey } from '#db/keys/key-rotation.ts'
import type { KeyPurpose } from '#db/keys/keys.ts'
import type { Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { resetSuperAdmin } from '#modules/admins/superadmin-reset.ts'
import { printDeadJobs, settleDeadJobs } from '#modules/dead-jobs/dead-jobs.command.ts'
import { verifyAllLogs } from './audit-command.ts'
import type { Config } from './config.ts'
import { openService } from './service.ts'

type Print = (line: string) => void

const settled = { retry: 'tried again', 'give-up': 'given up' } as const

/** `keys list`: every key, with its purpose, id, state, when it was made and since when it signs. */
export const printKeys = (config: Config, print: Print): Promise<void> =>
  withService(config, print, async ({ database }) => {
    for (const { purpose, kid, state, createdAt, promotedAt } of await listKeys(database))
      print([purpose, kid, state, createdAt.toISOString(), promotedAt?.toISOString() ?? 'not yet'].join('\t'))
  })

/** `keys retire`: ends keys that nothing valid was signed with any more, and tells of those that it is too early for. */
export const retireOldKeys = (config: Config, print: Print): Promise<void> =>
  withService(config, print, async ({ database, keys, clock }) => {
    print(`retired: ${await retireKeys(database, keys, clock.now())}`)
    const left = await keysToRetire(database)
    if (left !== null) print(`still verifying: ${left.count}; the last of them can be retired after ${left.after.toISOString()}`)
  })

/** `keys rotate`: lets a new key sign. */
export const rotate = (config: Config, print: Print, purpose: KeyPurpose): Promise<void> =>
  withService(config, print, async (service) => {
    const { kid } = await rotateKey(service.database, service.keys, purpose, service.clock.now())
    await transact(systemContext(service), (ctx) => emit(ctx, 'service.key_rotated', { tenantId: null, data: { purpose, kid } }))
    print(`${purpose}: ${kid} signs from now on`)
  })

/** `jobs list`: what the background gave up. */
export const listDeadJobs = (config: Config, print: Print): Promise<void> =>
  withService(config, print, (service) => printDeadJobs(service, print))

/** `jobs retry` and `jobs give-up`: one by its id, or all of a kind. @throws Error where nothing was done for an id */
export const settleJobs = (config: Config, print: Print, action: 'retry' | 'give-up', which: string): Promise<void> =>
  withService(config, print, async (service) => {
    const count = await settleDeadJobs(service, action, which)
    if (count === 0 && isUuid(which)) throw new Error(`nothing dead that could be ${settled[action]} has the id ${which}`)
    print(`${action}: ${count}`)
  })

/** `reset-superadmin`: a new password for the SuperAdmin, printed once. */
export const resetFirstAdmin = (config: Config, print: Print, disableTwoFactor: boolean): Promise<void> =>
  withService(config, print, async (service) => print(`superadmin password: ${await resetSuperAdmin(service, { disableTwoFactor })}`))

/** `audit verify`: proves every log. @throws Error when one is not as it was sealed */
export const verifyLogs = (config: Config, print: Print): Promise<void> =>
  withService(config, print, (service) => verifyAllLogs(service, print))

/** On an empty database opening makes the SuperAdmin; its password would be lost if it were not printed here. */
async function withService(config: Config, print: Print, work: (service: Service) => Promise<void>): Promise<void> {
  const { service, bootstrapPassword, close } = await openService(config, createLogger({ level: 'error' }))
  try {
    if (bootstrapPassword !== null) print(`bootstrap password: ${bootstrapPassword}`)
    await work(service)
  } finally {
    await close()
  }
}
