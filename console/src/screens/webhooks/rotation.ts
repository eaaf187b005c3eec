/** Changes a secret, and finds out whether it was changed where no answer came: another change would end what was promised to the one before. */
import { useRef } from 'react'
import { call, hasNoAnswer, type Reply } from '../../api/client.ts'

type Rotated = Reply<'rotateWebhookSecret'>

/**
 * What changes the secret of a webhook. It answers with the new one, or with null where that was changed by a call before whose answer was lost.
 * @param hint what the present one is known by
 */
export function useRotation(id: string, hint: string): (gracePeriodSeconds: number) => Promise<Rotated | null> {
  const path = { id }
  /** What the secret was known by before a call whose answer was lost. */
  const before = useRef<string | null>(null)
  const isAnother = async () => (await call('getWebhook', { path })).secretHint !== before.current
  return async (gracePeriodSeconds) => {
    if (before.current !== null && (await isAnother())) {
      before.current = null
      return null
    }
    before.current ??= hint
    try {
      const rotated = await call('rotateWebhookSecret', { path, body: { gracePeriodSeconds } })
      before.current = null
      return rotated
    } catch (fault) {
      const isChanged = hasNoAnswer(fault) && (await isAnother().catch(() => false))
      if (isChanged || !hasNoAnswer(fault)) before.current = null
      if (isChanged) return null
      throw fault
    }
  }
}
