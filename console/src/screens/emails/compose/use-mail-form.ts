/** The form of a mail, and how it is sent: one mail at once, many after their number was confirmed, and neither twice. */
import { useRef, useState } from 'react'
import { aheadMs, callOnce, type Reply } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { type Draft, useDraft } from '../../../ui/form/draft.ts'
import { useOnceKeys } from '../../../ui/form/use-once-keys.ts'
import { isAddressed, isMixed, isOne, isPast, isTimed, type MailDraft, manyOf, oneOf } from './mail-draft.ts'

export type Missing = 'template' | 'people' | 'time' | 'past' | null

/** A batch that is to be confirmed. */
export interface Asked {
  readonly body: ReturnType<typeof manyOf>
  /** The same for the same mail, so that it is sent once. */
  readonly key: string
  /** Whether the moment that it was to leave at has come meanwhile. */
  isLate(): boolean
  /** Has another moment chosen. */
  late(): void
  done(sent: Reply<'sendEmails'> & Sent): void
}

/** What came of the number that was confirmed. */
export interface Sent {
  readonly affected: number
  readonly left: number
}

interface MailForm {
  readonly form: Draft<MailDraft>
  /** Variables of the template that is chosen. */
  readonly names: { current: readonly string[] }
  readonly missing: Missing
  readonly asked: Asked | null
  close(): void
}

const missingOf = (draft: MailDraft, zone: string): Missing => {
  if (draft.templateId === null) return 'template'
  if (!isAddressed(draft) || isMixed(draft)) return 'people'
  if (!isTimed(draft)) return 'time'
  return isPast(draft, zone, serviceNow()) ? 'past' : null
}

const serviceNow = () => Date.now() + (aheadMs ?? 0)

type Done = (to: string, search: object, told: string, isWhole?: boolean) => void

export function useMailForm(start: MailDraft, zone: string, done: Done): MailForm {
  const { t } = useI18n()
  const names = useRef<readonly string[]>([])
  const isSent = useRef<boolean>(false)
  const keyOf = useOnceKeys()
  const [missing, setMissing] = useState<Missing>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const draftForm = useDraft<MailDraft, never>({
    read: null,
    draftOf: () => start,
    async save(draft, _, stored) {
      const body = oneOf(draft, names.current, zone)
      const sent = await callOnce('sendEmail', { body }, keyOf(body))
      stored()
      isSent.current = true
      done(`/emails/${sent.id}`, {}, t(sent.status === 'scheduled' ? 'compose.toldScheduled' : 'compose.toldSent', { count: 1 }))
    },
  })
  const { draft } = draftForm
  function askMany() {
    const body = manyOf(draft, names.current, zone)
    setAsked({
      body,
      key: keyOf(body),
      isLate: () => isPast(draft, zone, serviceNow()),
      late() {
        setAsked(null)
        setMissing('past')
      },
      done({ batchId, scheduled, affected, left }) {
        isSent.current = true
        const told =
          left > 0
            ? t('compose.toldPartly', { count: left, done: affected, all: affected + left })
            : t(scheduled > 0 ? 'compose.toldScheduled' : 'compose.toldSent', { count: affected })
        done('/emails', batchId === null ? {} : { batch: batchId }, told, left === 0)
      },
    })
  }
  const form: Draft<MailDraft> = {
    ...draftForm,
    set(change) {
      setMissing(null)
      draftForm.set(change)
    },
    submit() {
      const lacks = missingOf(draft, zone)
      setMissing(lacks)
      if (lacks !== null) return
      if (isOne(draft)) draftForm.submit()
      else askMany()
    },
    wouldLose: () => !isSent.current && draftForm.wouldLose(),
  }
  return { form, names, missing, asked, close: () => setAsked(null) }
}
