/** A process that does nothing but fan events out: to everything (`TARGETS=all`), and seal them too (`sealed`), or to security log and counts alone. */
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { auditSeals } from '#events/seals/target.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'
import { lockMails } from '#sign-in/lock-mails.ts'
import { readConfig } from '../../src/config.ts'
import { openService } from '../../src/service.ts'

const { TARGETS, ...env } = process.env
const config = readConfig(env)
const log = createLogger({ level: 'error' })
const database = await openDatabase({ url: config.databaseUrl, dataDirectory: null, log })
const { service } = await openService(config, log, { database })
const all = [...fanOutTargets, lockMails(service), webhookDeliveries(service), notificationTarget(service)]
const targets = { all, sealed: [...all, auditSeals(service)] }[TARGETS ?? ''] ?? fanOutTargets
const fanOut = new FanOut(service, log, { targets })
fanOut.start()
process.on('SIGTERM', () => void fanOut.stop(1000).then(() => process.exit(0)))
process.send!('ready')
