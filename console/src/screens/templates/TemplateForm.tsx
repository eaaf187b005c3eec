import { Checkbox, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useChosenTenant } from '../../shell/use-place.ts'
import { ForLooked } from '../../shell/Whose.tsx'
import { useDraft } from '../../ui/form/draft.ts'
import { Fields } from '../../ui/form/RecordForm.tsx'
import { conflictLines } from '../../ui/shown/ConflictLines.tsx'
import { PreviewPane } from '../../ui/shown/PreviewPane.tsx'
import { tell } from '../../ui/toasts.tsx'
import { TextFields } from './TextFields.tsx'
import { changesOf, draftOf, languages, newTemplateOf, type Template, type TemplateDraft, type TextLanguage } from './template.ts'
import type { TemplateActs } from './template-acts.ts'
import { usePreview } from './use-preview.ts'

interface Props {
  /** Null for a new one from nothing. */
  readonly read: Template | null
  readonly isNew: boolean
  readonly acts: TemplateActs
  onMade(id: string): void
}

const fields = ['Subject', 'Html', 'Text'] as const

/** The texts on one side, the mail that they make on the other. */
export function TemplateForm({ read, isNew, acts, onMade }: Props) {
  const words = useI18n()
  const { t } = words
  const [language, setLanguage] = useState<TextLanguage>('base')
  const { id: tenantId } = useChosenTenant()
  const isReadOnly = isNew ? !acts.canCreate : read?.isSystem === true || !acts.canUpdate
  const form = useDraft<TemplateDraft, Template>({
    read,
    draftOf: (from) => (isNew && from ? { ...draftOf(from), name: t('templates.ownOf', { name: from.name }) } : draftOf(from)),
    async save(draft, from, stored) {
      if (isNew || !from) {
        const made = await call('createMessageTemplate', { body: newTemplateOf(draft, read, tenantId) })
        stored()
        tell(t('told.created', { name: made.name }))
        await acts.refresh()
        return () => onMade(made.id)
      }
      const body = { ...changesOf(draft, draftOf(from)), version: from.version }
      const saved = await call('updateMessageTemplate', { path: { id: from.id }, body })
      stored()
      tell(t('told.saved', { name: saved.name }))
      await acts.refresh()
      return saved
    },
    ...(!isNew && read && { again: () => call('getMessageTemplate', { path: { id: read.id } }) }),
  })
  const { draft, set, faultOf, follow } = form
  // it is switched on and off beside: what is typed stays. What is new is read from another, and follows nothing
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer alone is taken up
  useEffect(() => {
    if (read && !isNew) follow(read)
  }, [read])
  const preview = usePreview(read?.id ?? null, draft, language, words)
  const texts = Object.fromEntries(
    languages.flatMap((one) =>
      fields.map((field) => [
        `${one}${field}`,
        t('templates.textOf', { text: t(`templates.field.${field}`), language: t(`templates.in.${one}`) }),
      ]),
    ),
  )
  const titles = { name: t('fact.name'), code: t('templates.code'), category: t('templates.category'), ...texts }
  const left = (
    <>
      {isNew && <ForLooked />}
      <div className="two-columns">
        <TextInput
          label={t('fact.name')}
          dir="auto"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={faultOf('name')}
          readOnly={isReadOnly}
          autoComplete="off"
        />
        <TextInput
          label={t('templates.category')}
          dir="ltr"
          value={draft.category}
          onChange={(event) => set({ category: event.currentTarget.value })}
          error={faultOf('category')}
          readOnly={isReadOnly}
          autoComplete="off"
        />
        <TextInput
          label={t('templates.code')}
          dir="ltr"
          value={draft.code}
          onChange={(event) => set({ code: event.currentTarget.value })}
          error={faultOf('code')}
          readOnly={isReadOnly}
          autoComplete="off"
        />
      </div>
      <TextFields
        form={form}
        language={language}
        onLanguage={setLanguage}
        isReadOnly={isReadOnly}
        flaw={preview.flaw}
        variables={read?.variables ?? []}
      />
      {isNew && (
        <Checkbox
          label={t('templates.activeAtOnce')}
          checked={draft.isActive}
          onChange={(event) => set({ isActive: event.currentTarget.checked })}
        />
      )}
    </>
  )
  return (
    <div className="template-form" data-conflict={form.theirs ? true : undefined}>
      <div className="template-texts">
        {isReadOnly ? (
          <div className="stack">{left}</div>
        ) : (
          <Fields
            form={form}
            titles={titles}
            lines={(name, shown) => name in texts && conflictLines(shown)}
            submit={t(isNew ? 'act.create' : 'act.save')}
            isNew={isNew}
          >
            {left}
          </Fields>
        )}
      </div>
      {!form.theirs && <PreviewPane preview={preview} />}
    </div>
  )
}
