import { useCallback, useRef } from 'react'
import { call, callOnce, Refused, type Reply } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { CountedDialog } from '../../../ui/list/CountedDialog.tsx'
import { everything } from '../../../ui/list/selection.ts'
import { LeftOut } from './LeftOut.tsx'
import type { Asked, Sent } from './use-mail-form.ts'

type Answer = Reply<'sendEmails'> & Sent

/** Says to how many it goes; where they are others by then it says that number first. */
export function SendDialog({ asked: { body, key, isLate, late, done }, onClose }: { asked: Asked; onClose(): void }) {
  const { t, moment } = useI18n()
  /** Whether mails may have been made by a call: the same one tells of them then, however late. */
  const isOut = useRef<boolean>(false)
  const matching = useCallback(
    async (more: { dryRun: true } | { expectedCount: number }): Promise<Answer> => {
      if ('dryRun' in more) {
        const trial = await call('sendEmails', { body: { ...body, ...more } })
        return { ...trial, affected: trial.planned, left: 0 }
      }
      if (!isOut.current && isLate()) {
        late()
        throw new Error('It was to leave before now')
      }
      const wasOut = isOut.current
      isOut.current = true
      const sent = await callOnce('sendEmails', { body: { ...body, ...more } }, key).catch((fault: unknown) => {
        // a refusal says what was made before it, by this call
        if (fault instanceof Refused && fault.status < 500 && fault.answer.affected === undefined) isOut.current = wasOut
        throw fault
      })
      const affected = sent.queued + sent.scheduled
      // an earlier click may have come to a part of them: more are not made
      return { ...sent, affected, left: Math.max(0, more.expectedCount - affected) }
    },
    [body, key, isLate, late],
  )
  return (
    <CountedDialog<Answer>
      selection={everything}
      titleOf={(count) => t('compose.askTitle', { count })}
      confirm={t(body.scheduledAt ? 'compose.schedule' : 'compose.send')}
      isDanger={false}
      some={() => matching({ dryRun: true })}
      matching={matching}
      countedOf={(counted) => <LeftOut counted={counted} />}
      onClose={onClose}
      onDone={async (sent) => done(sent)}
    >
      <p className="dim">{body.scheduledAt ? t('compose.askAt', { at: moment(body.scheduledAt) }) : t('compose.askNow')}</p>
    </CountedDialog>
  )
}
