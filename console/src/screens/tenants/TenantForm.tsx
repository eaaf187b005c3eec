import { Textarea, TextInput } from '@mantine/core'
import { ask, call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { changedOf, useDraft } from '../../ui/form/draft.ts'
import { ReadFirst, RecordForm } from '../../ui/form/RecordForm.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { Detail } from './tenant.ts'
import type { TenantActs } from './tenant-acts.ts'

const fields = ['name', 'code', 'description', 'address'] as const
const draftOf = (read: Detail | null) => ({
  name: read?.name ?? '',
  code: read?.code ?? '',
  description: read?.description ?? '',
  address: read?.address ?? '',
})

/** Name, code and what is written about it: only what was changed is sent, with the version that was read. */
export function TenantForm({ id, acts }: { id: string; acts: TenantActs }) {
  return (
    <ReadFirst asked={ask('getTenant', { path: { id } })} onClose={acts.end}>
      {(read) => <Filled read={read} acts={acts} />}
    </ReadFirst>
  )
}

function Filled({ read, acts }: { read: Detail; acts: TenantActs }) {
  const { t } = useI18n()
  const { id } = read
  const form = useDraft({
    read,
    draftOf,
    async save(draft, from, stored) {
      const changed = changedOf({ draft, base: draftOf(from) })
      const body = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value.trim() || null]))
      const saved = await call('updateTenant', { path: { id }, body: { ...body, ...(from && { version: from.version }) } })
      stored()
      tell(t('told.saved', { name: saved.name }))
      await acts.refresh()
      return acts.end
    },
    again: () => call('getTenant', { path: { id } }),
  })
  const { draft, set, faultOf } = form
  const props = (field: (typeof fields)[number]) => ({
    label: t(`tenants.${field}`),
    value: draft[field],
    error: faultOf(field),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  })
  const titles = Object.fromEntries(fields.map((field) => [field, t(`tenants.${field}`)]))
  return (
    <RecordForm form={form} titles={titles} title={read.name} submit={t('act.save')} onClose={acts.end}>
      <TextInput {...props('name')} required withAsterisk={false} maxLength={200} dir="auto" data-autofocus />
      <TextInput {...props('code')} description={t('tenants.codeChange')} required withAsterisk={false} spellCheck={false} dir="ltr" />
      <Textarea {...props('description')} rows={3} maxLength={2000} dir="auto" />
      <Textarea {...props('address')} rows={2} maxLength={500} dir="auto" />
    </RecordForm>
  )
}
