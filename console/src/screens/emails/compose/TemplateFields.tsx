import { Select, Textarea, TextInput } from '@mantine/core'
import { call } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.tsx'
import { languages } from '../../../i18n/languages.ts'
import { ScreenLink } from '../../../shell/ScreenLink.tsx'
import { Failed } from '../../../ui/Failed.tsx'
import type { Draft } from '../../../ui/form/draft.ts'
import { RecordSelect } from '../../../ui/form/RecordSelect.tsx'
import type { MailDraft } from './mail-draft.ts'
import type { Missing } from './use-mail-form.ts'
import { type Template, variablesOf } from './variables.ts'

interface Props {
  readonly form: Draft<MailDraft>
  /** The template that is chosen; undefined where none is. */
  readonly read: { readonly data: Template | undefined; readonly error: unknown; refetch(): unknown } | undefined
  readonly missing: Missing
}

/** Mails of the service itself are written by it alone. */
async function find(search: string, signal: AbortSignal) {
  const query = { pageSize: 50, isActive: true, sortBy: 'name', sortDirection: 'asc', ...(search && { search }) } as const
  const { items } = await call('listMessageTemplates', { query }, signal)
  return items.filter(({ isSystem }) => !isSystem).map(({ id, name }) => ({ value: id, label: name }))
}

/** The template, what it has to be told, and what stands in the place of its subject. */
export function TemplateFields({ form: { draft, set, faultOf }, read, missing }: Props) {
  const { t } = useI18n()
  const variables = variablesOf(read?.data)
  const give = (name: string, value: string) => set({ variables: { ...draft.variables, [name]: value } })
  return (
    <fieldset className="form-part">
      <legend>{t('compose.what')}</legend>
      <RecordSelect
        label={t('emails.template')}
        value={draft.templateId}
        chosen={read?.data && { value: read.data.id, label: read.data.name }}
        error={missing === 'template' ? t('compose.needTemplate') : faultOf('templateId')}
        queryKey={['listMessageTemplates', 'choices']}
        find={find}
        none={t('compose.noTemplates')}
        isRequired
        onChange={(templateId) => set({ templateId })}
      />
      <ScreenLink to="/templates" className="quiet-link" isAll>
        {t('compose.writeTemplate')}
      </ScreenLink>
      {read &&
        !read.data &&
        (read.error ? <Failed error={read.error} onRetry={() => void read.refetch()} /> : <div className="lines" aria-busy="true" />)}
      {variables.map(({ name, isRequired, example, description }) => (
        <Textarea
          key={name}
          label={<bdi dir="ltr">{name}</bdi>}
          description={description ?? (isRequired ? undefined : t('compose.mayBeEmpty'))}
          placeholder={example}
          rows={2}
          dir="auto"
          value={draft.variables[name] ?? ''}
          onChange={(event) => give(name, event.currentTarget.value)}
          error={faultOf(`variables.${name}`)}
        />
      ))}
      <div className="two-columns">
        <TextInput
          label={t('compose.subject')}
          placeholder={read?.data?.subject ?? ''}
          dir="auto"
          maxLength={300}
          value={draft.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
          error={faultOf('subject')}
          autoComplete="off"
        />
        <Select
          label={t('compose.language')}
          data={languages}
          value={draft.locale}
          placeholder={t('compose.ownLanguage')}
          onChange={(locale) => set({ locale: locale as MailDraft['locale'] })}
          clearable
          comboboxProps={{ withinPortal: true, shadow: 'md' }}
        />
      </div>
    </fieldset>
  )
}
