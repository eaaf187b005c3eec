import { Modal } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useReadAnew } from '../../api/read-anew.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../Failed.tsx'
import { FormFields, type FormProps } from './FormFields.tsx'
import { LeaveGuard, useLeaving } from './LeaveGuard.tsx'

/** The fields of a record and what became of saving them. What the service refused stands above, and under the fields it means. */
export function Fields<D extends object>({ form, ...rest }: FormProps<D>) {
  return (
    <>
      <LeaveGuard isChanged={form.wouldLose} />
      <FormFields form={form} {...rest} />
    </>
  )
}

/** Fields in a dialog: whoever closes it with something in them is asked first. */
export function RecordForm<D extends object>({
  title,
  size = 460,
  onClose,
  ...form
}: FormProps<D> & { readonly title: string; readonly size?: number; onClose(): void }) {
  const { t } = useI18n()
  const { isAsking, question, leave } = useLeaving(form.form.wouldLose)
  const close = () => leave(onClose)
  return (
    <>
      {/* Escape answers the question alone */}
      <Modal opened onClose={close} closeOnEscape={!isAsking} title={title} size={size} closeButtonProps={{ 'aria-label': t('act.close') }}>
        <FormFields {...form} onCancel={close} />
      </Modal>
      {question}
    </>
  )
}

interface ReadProps<R> {
  /** As `ask` gives it. */
  readonly asked: { readonly queryKey: QueryKey; queryFn(context: { signal: AbortSignal }): Promise<R> }
  onClose(): void
  /** The form of what was read. */
  children(read: R): ReactNode
}

/** The form of a record, once that was read. What the cache had from before is no answer, and what is typed is never written over by a later one. */
export function ReadFirst<R>({ asked, onClose, children }: ReadProps<R>) {
  const { t } = useI18n()
  const { read: now, error, retry } = useReadAnew(asked)
  const [read, setRead] = useState<R>()
  if (read === undefined && now !== undefined) setRead(now)
  if (read) return children(read)
  if (!error) return null
  return (
    <Modal opened onClose={() => onClose()} title={t('list.failed')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Failed error={error} onRetry={retry} />
    </Modal>
  )
}
