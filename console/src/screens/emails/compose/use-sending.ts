/** Sending what stands in the form: one mail at once, many after their number was confirmed, and neither twice. */
import { useMemo, useRef, useState } from 'react'
import { callOnce, newKey, type Reply } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { type Draft, useDraft } from '../../../ui/form/draft.ts'
import { isAddressed, isOne, type MailDraft, manyOf, oneOf } from './mail-draft.ts'

export type Missing = 'template' | 'people' | 'time' | null

/** A batch that is to be confirmed. */
export interface Asked {
  readonly body: ReturnType<typeof manyOf>
  /** The same for the same mail, so that it is sent once. */
  readonly key: string
  done(sent: Reply<'sendEmails'>): void
}

interface Sending {
  readonly form: Draft<MailDraft>
  /** Variables of the template that is chosen. */
  readonly names: { current: readonly string[] }
  readonly missing: Missing
  readonly asked: Asked | null
  close(): void
}

const missingOf = (draft: MailDraft): Missing => {
  if (draft.templateId === null) return 'template'
  if (!isAddressed(draft)) return 'people'
  return draft.when === 'later' && draft.at === '' ? 'time' : null
}

export function useSending(start: MailDraft, zone: string, done: (to: string, search: object, told: string) => void): Sending {
  const { t } = useI18n()
  const names = useRef<readonly string[]>([])
  const isSent = useRef<boolean>(false)
  const [missing, setMissing] = useState<Missing>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const draftForm = useDraft<MailDraft, never>({
    read: null,
    draftOf: () => start,
    async save(draft) {
      const sent = await callOnce('sendEmail', { body: oneOf(draft, names.current, zone) }, key)
      isSent.current = true
      done(`/emails/${sent.id}`, {}, t(sent.status === 'scheduled' ? 'compose.toldScheduled' : 'compose.toldSent', { count: 1 }))
    },
  })
  const { draft } = draftForm
  const said = JSON.stringify(draft)
  // what was not changed since is the same mail, however often somebody clicks
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mail has another key
  const key = useMemo(newKey, [said])
  const form: Draft<MailDraft> = {
    ...draftForm,
    set(change) {
      setMissing(null)
      draftForm.set(change)
    },
    submit() {
      const lacks = missingOf(draft)
      setMissing(lacks)
      if (lacks !== null) return
      if (isOne(draft)) draftForm.submit()
      else
        setAsked({
          body: manyOf(draft, names.current, zone),
          key,
          done({ batchId, queued, scheduled }) {
            isSent.current = true
            const told = t(scheduled > 0 ? 'compose.toldScheduled' : 'compose.toldSent', { count: queued + scheduled })
            done('/emails', batchId === null ? {} : { batch: batchId }, told)
          },
        })
    },
    wouldLose: () => !isSent.current && draftForm.wouldLose(),
  }
  return { form, names, missing, asked, close: () => setAsked(null) }
}
