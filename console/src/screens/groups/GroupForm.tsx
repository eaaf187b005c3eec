import { Textarea, TextInput } from '@mantine/core'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { changedOf, useDraft } from '../../ui/form/draft.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { TenantSelect } from '../../ui/form/TenantSelect.tsx'
import { tell } from '../../ui/toasts.tsx'
import { type Group, nameOf } from './group.ts'
import type { GroupActs } from './group-acts.ts'

interface Props {
  /** Null for a new one. */
  readonly read: Group | null
  readonly acts: GroupActs
  /** @param id of what was made or changed */
  onClose(id?: string): void
}

type TextField = 'nameEn' | 'nameAr' | 'descriptionEn' | 'descriptionAr' | 'code'
type GroupDraft = Readonly<Record<TextField, string>> & { readonly tenantId: string | null }

const orNull = (text: string) => text.trim() || null

/** Names in English and Arabic beside each other; only what was changed is sent, with the version that was read. */
export function GroupForm({ read, acts, onClose }: Props) {
  const words = useI18n()
  const { t } = words
  const { me } = useStart()
  const own = me?.tenantId ?? null
  const form = useDraft({
    read,
    draftOf: (from: Group | null): GroupDraft => ({
      nameEn: from?.nameEn ?? '',
      nameAr: from?.nameAr ?? '',
      code: from?.code ?? '',
      descriptionEn: from?.descriptionEn ?? '',
      descriptionAr: from?.descriptionAr ?? '',
      tenantId: own,
    }),
    async save(draft, from, stored) {
      const texts = {
        nameEn: draft.nameEn.trim(),
        nameAr: orNull(draft.nameAr),
        descriptionEn: orNull(draft.descriptionEn),
        descriptionAr: orNull(draft.descriptionAr),
      }
      const code = draft.code.trim()
      const saved = from
        ? await call('updateUserGroup', {
            path: { id: from.id },
            // an emptied code is refused, not left as it was
            body: { ...changesOf({ ...texts, code }, from), version: from.version },
          })
        : await call('createUserGroup', { body: { ...texts, ...(code && { code }), tenantId: draft.tenantId } })
      stored()
      tell(t(from ? 'told.saved' : 'told.created', { name: nameOf(saved, words) }))
      await acts.refresh()
      return () => onClose(saved.id)
    },
    ...(read && { again: () => call('getUserGroup', { path: { id: read.id } }) }),
  })
  const { draft, set, faultOf } = form
  const props = (name: TextField) => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    error: faultOf(name),
    label: t(`groups.${name}`),
    autoComplete: 'off',
  })
  const titles = Object.fromEntries(
    (['nameEn', 'nameAr', 'code', 'descriptionEn', 'descriptionAr'] as const).map((name) => [name, t(`groups.${name}`)]),
  )
  return (
    <RecordForm
      form={form}
      titles={titles}
      title={read ? nameOf(read, words) : t('new.group')}
      submit={t(read ? 'act.save' : 'act.create')}
      isNew={read === null}
      size={560}
      onClose={() => onClose()}
    >
      <div className="two-columns">
        <TextInput {...props('nameEn')} dir="ltr" required withAsterisk={false} data-autofocus />
        <TextInput {...props('nameAr')} dir="rtl" lang="ar" />
      </div>
      <div className="two-columns">
        <Textarea {...props('descriptionEn')} dir="ltr" rows={3} />
        <Textarea {...props('descriptionAr')} dir="rtl" lang="ar" rows={3} />
      </div>
      <TextInput {...props('code')} description={t('groups.codeHint')} dir="ltr" spellCheck={false} />
      {read === null && acts.can('tenants.view') && (
        <TenantSelect
          label={t('fact.tenant')}
          value={draft.tenantId}
          isRequired={own !== null}
          error={faultOf('tenantId')}
          onChange={(tenantId) => set({ tenantId })}
        />
      )}
    </RecordForm>
  )
}

/** Only what is other than what was read. */
const changesOf = <D extends object>(draft: D, read: Group): Partial<D> => changedOf({ draft, base: read as unknown as D })
