import { useCallback } from 'react'
import { call, callOnce, type Reply } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { CountedDialog } from '../../../ui/list/CountedDialog.tsx'
import { everything } from '../../../ui/list/selection.ts'
import { LeftOut } from './LeftOut.tsx'
import { reached } from './use-count.ts'
import type { Asked } from './use-sending.ts'

type Answer = Reply<'sendEmails'> & { readonly affected: number }

/** Says to how many it goes; where they are others by then it says that number first. */
export function SendDialog({ asked: { body, key, done }, onClose }: { asked: Asked; onClose(): void }) {
  const { t, moment } = useI18n()
  const matching = useCallback(
    async (more: { dryRun: true } | { expectedCount: number }): Promise<Answer> => {
      if ('dryRun' in more) {
        const trial = await call('sendEmails', { body: { ...body, ...more } })
        return { ...trial, affected: reached(trial) }
      }
      const sent = await callOnce('sendEmails', { body: { ...body, ...more } }, key)
      return { ...sent, affected: sent.queued + sent.scheduled }
    },
    [body, key],
  )
  return (
    <CountedDialog<Answer>
      selection={everything}
      titleOf={(count) => t('compose.askTitle', { count })}
      confirm={t(body.scheduledAt ? 'compose.schedule' : 'compose.send')}
      isDanger={false}
      some={() => matching({ dryRun: true })}
      matching={matching}
      countedOf={({ skipped }) => <LeftOut skipped={skipped} />}
      onClose={onClose}
      onDone={async (sent) => done(sent)}
    >
      <p className="dim">{body.scheduledAt ? t('compose.askAt', { at: moment(body.scheduledAt) }) : t('compose.askNow')}</p>
    </CountedDialog>
  )
}
