import { call } from '../../../api/client.ts'
import { useStart } from '../../../api/start.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { Failed } from '../../../ui/Failed.tsx'
import type { Draft } from '../../../ui/form/draft.ts'
import { PeopleField, type Person } from '../../../ui/form/PeopleField.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { FilterFields } from './FilterFields.tsx'
import { LeftOut } from './LeftOut.tsx'
import { isMixed, type MailDraft } from './mail-draft.ts'
import type { Count } from './use-count.ts'
import type { Missing } from './use-mail-form.ts'

interface Props {
  readonly form: Draft<MailDraft>
  readonly missing: Missing
  readonly count: Count
}

const ways = ['people', 'filter'] as const

async function find(q: string, signal: AbortSignal): Promise<readonly Person[]> {
  return (await call('listEmailRecipients', { query: { q, limit: 20 } }, signal)).items
}

/** People one by one, or all that match, with their number. */
export function RecipientFields({ form: { draft, set, faultOf }, missing, count }: Props) {
  const { t } = useI18n()
  const { can } = useStart()
  const { data, error, isAsked, retry } = count
  return (
    <fieldset className="form-part">
      <legend>{t('compose.to')}</legend>
      <Segments
        label={t('compose.way')}
        value={draft.way}
        options={ways.map((value) => ({ value, label: t(`compose.way.${value}`) }))}
        onChange={(way) => set({ way })}
      />
      {draft.way === 'people' ? (
        <PeopleField
          label={t('compose.people')}
          people={draft.people}
          error={
            isMixed(draft) ? t('compose.mixed') : missing === 'people' ? t('compose.needPeople') : (faultOf('to') ?? faultOf('recipientId'))
          }
          takesAddresses={can('emails.external') === true}
          queryKey={['listEmailRecipients']}
          find={find}
          onChange={(people) => set({ people })}
        />
      ) : (
        <FilterFields draft={draft} set={set} />
      )}
      {draft.templateId === null && draft.way === 'filter' && <p className="dim">{t('compose.countLater')}</p>}
      {error !== null && error !== undefined && <Failed error={error} onRetry={retry} />}
      {isAsked && !error && (
        <p aria-live="polite" aria-busy={data === undefined} className="mail-count">
          {data === undefined ? t('bulk.counting') : t('compose.count', { count: data.planned })}
        </p>
      )}
      {isAsked && data?.total === 0 && <p className="dim">{t('compose.nobody')}</p>}
      {isAsked && data && <LeftOut counted={data} />}
    </fieldset>
  )
}
