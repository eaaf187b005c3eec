import { TextInput } from '@mantine/core'
import { useI18n } from '../../../i18n/i18n.tsx'
import type { Draft } from '../../../ui/form/draft.ts'
import { Segments } from '../../../ui/Segments.tsx'
import { type MailDraft, priorities } from './mail-draft.ts'
import type { Missing } from './use-mail-form.ts'

interface Props {
  readonly form: Draft<MailDraft>
  /** Time zone of what is typed (IANA). */
  readonly zone: string
  readonly missing: Missing
}

const whens = ['now', 'later'] as const

/** At once or at a time, and before or behind other mails. */
export function WhenFields({ form: { draft, set, faultOf }, zone, missing }: Props) {
  const { t } = useI18n()
  const lack = missing === 'time' ? t('compose.needTime') : missing === 'past' ? t('compose.pastTime') : undefined
  return (
    <fieldset className="form-part">
      <legend>{t('compose.when')}</legend>
      <div className="line">
        <Segments
          label={t('compose.when')}
          value={draft.when}
          options={whens.map((value) => ({ value, label: t(`compose.when.${value}`) }))}
          onChange={(when) => set({ when })}
        />
        <span className="grow" />
        <Segments
          label={t('compose.priority')}
          value={draft.priority}
          options={priorities.map((value) => ({ value, label: t(`compose.priority.${value}`) }))}
          onChange={(priority) => set({ priority })}
        />
      </div>
      {draft.when === 'later' && (
        <TextInput
          label={t('compose.at')}
          description={t('compose.atHint', { zone: zone.replaceAll('_', ' ') })}
          type="datetime-local"
          dir="ltr"
          value={draft.at}
          onChange={(event) => set({ at: event.currentTarget.value })}
          error={lack ?? faultOf('scheduledAt')}
        />
      )}
    </fieldset>
  )
}
