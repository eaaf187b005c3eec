import { Modal } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { FormFields, type FormProps } from './FormFields.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'

/** The fields of a record and what became of saving them. What the service refused stands above, and under the fields it means. */
export function Fields<D extends object>({ form, ...rest }: FormProps<D>) {
  return (
    <>
      {!form.theirs && <LeaveGuard isChanged={form.wouldLose} />}
      <FormFields form={form} {...rest} />
    </>
  )
}

/** `Fields` in a dialog. */
export function RecordForm<D extends object>({
  title,
  size = 460,
  onClose,
  ...form
}: FormProps<D> & { readonly title: string; readonly size?: number; onClose(): void }) {
  const { t } = useI18n()
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Fields {...form} onCancel={onClose} />
    </Modal>
  )
}
