import { setTimeout as sleep } from 'node:timers/promises'
import { type AnswerOpening, type CheckedClient, RequestFailed } from '#core/checked-request.ts'
import { targetFault } from '#outside/http-client/target.ts'

/** Of those that are sent to it: the second is taken when it comes again, the fifth never. */
const answers: Readonly<Record<number, 'at last' | 'never'>> = { 2: 'at last', 5: 'never' }
const takesMs = 20

/**
 * Whoever the demo's webhooks are sent to, within this process: nothing is looked up and nobody is called. It takes most deliveries, and is away
 * for some, as receivers are.
 */
export function demoReceiver(): CheckedClient {
  /** How often each delivery came. */
  const seen = new Map<string, number>()
  return {
    faultOf: targetFault,
    findFault: async (url, reach) => targetFault(url, reach),
    async send() {
      throw new RequestFailed('unreachable', null)
    },
    async begin(request) {
      const id = request.headers?.['x-webhook-id'] ?? ''
      const attempt = (seen.get(id) ?? 0) + 1
      seen.set(id, attempt)
      await sleep(takesMs)
      const how = answers[[...seen.keys()].indexOf(id) + 1]
      return answer(how === undefined || (how === 'at last' && attempt > 1))
    },
    async close() {},
  }
}

function answer(isTaken: boolean): AnswerOpening {
  const [status, body] = isTaken ? ([200, '{"received":true}'] as const) : ([503, '{"error":"down for maintenance"}'] as const)
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(body), isWhole: true }
}
