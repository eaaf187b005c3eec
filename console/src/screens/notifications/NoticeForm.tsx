import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useDraft } from '../../ui/form/draft.ts'
import { PeopleField, type Person } from '../../ui/form/PeopleField.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { RecordSelect } from '../../ui/form/RecordSelect.tsx'
import { Note } from '../../ui/Note.tsx'
import { tell, tellFault } from '../../ui/toasts.tsx'
import { adminsOf, most, withAll } from './many.ts'
import { type Severity, severities } from './notice.ts'

interface NoticeDraft {
  readonly people: readonly Person[]
  readonly title: string
  readonly body: string
  readonly severity: Severity
  readonly link: string
}

const empty: NoticeDraft = { people: [], title: '', body: '', severity: 'info', link: '' }

async function find(q: string, signal: AbortSignal): Promise<readonly Person[]> {
  return (await call('listNotificationTargets', { query: { q, limit: 20 } }, signal)).items
}

/** Tells admins and users something in one's own words: one by one, or all of a group or role. */
export function NoticeForm({ onClose }: { onClose(): void }) {
  const words = useI18n()
  const { t, language } = words
  const { can } = useStart()
  const [isCut, setCut] = useState(false)
  const form = useDraft<NoticeDraft, never>({
    read: null,
    draftOf: () => empty,
    async save({ people, title, body, severity, link }) {
      const targets = people.flatMap(({ id, type }) => (id === null || type === 'external' ? [] : [{ id, type }]))
      const { affected } = await call('sendNotification', {
        body: { targets, title: title.trim(), body: body.trim(), severity, link: link.trim() || null },
      })
      tell(t('notifications.toldSent', { count: affected }))
      onClose()
    },
  })
  const { draft, set, faultOf } = form
  const addAll = async (filter: { groupId: string } | { roleId: string }) => {
    try {
      const { people, isCut: isLess } = withAll(draft.people, await adminsOf(filter))
      setCut(isLess)
      set({ people })
    } catch (error) {
      tellFault(error, words)
    }
  }
  const findGroups = async (search: string, signal: AbortSignal) => {
    const { items } = await call('listUserGroupChoices', { query: { pageSize: 20, ...(search && { search }) } }, signal)
    return items.map(({ id, nameEn, nameAr }) => ({ value: id, label: (language === 'ar' ? nameAr : null) ?? nameEn }))
  }
  const findRoles = async (search: string, signal: AbortSignal) => {
    const { items } = await call('listRoles', { query: { pageSize: 20, ...(search && { search }) } }, signal)
    return items.map(({ id, name, tenantName }) => ({ value: id, label: [name, tenantName].filter(Boolean).join(' · ') }))
  }
  const mayAddMany = can('admins.view') === true
  return (
    <RecordForm
      form={form}
      titles={{}}
      title={t('notifications.write')}
      submit={t('notifications.send')}
      isNew
      size={560}
      onClose={onClose}
    >
      <PeopleField
        label={t('notifications.to')}
        people={draft.people}
        error={faultOf('targets')}
        queryKey={['listNotificationTargets']}
        find={find}
        onChange={(people) => set({ people })}
      />
      {isCut && <Note tone="amber">{t('notifications.tooMany', { count: most })}</Note>}
      {mayAddMany && (
        <div className="two-columns">
          {can('groups.view') === true && (
            <RecordSelect
              label={t('notifications.group')}
              value={null}
              isAdder
              queryKey={['group choices']}
              find={findGroups}
              onChange={(groupId) => groupId && void addAll({ groupId })}
            />
          )}
          {can('roles.view') === true && (
            <RecordSelect
              label={t('notifications.role')}
              value={null}
              isAdder
              queryKey={['role choices']}
              find={findRoles}
              onChange={(roleId) => roleId && void addAll({ roleId })}
            />
          )}
        </div>
      )}
      <TextInput
        label={t('notifications.title')}
        dir="auto"
        maxLength={200}
        value={draft.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
        error={faultOf('title')}
        autoComplete="off"
      />
      <Textarea
        label={t('notifications.body')}
        dir="auto"
        rows={4}
        maxLength={2000}
        value={draft.body}
        onChange={(event) => set({ body: event.currentTarget.value })}
        error={faultOf('body')}
      />
      <div className="two-columns">
        <Select
          label={t('notifications.severity')}
          data={severities.map((value) => ({ value, label: t(`notifications.severity.${value}`) }))}
          value={draft.severity}
          onChange={(severity) => severity && set({ severity: severity as Severity })}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true, shadow: 'md' }}
        />
        <TextInput
          label={t('notifications.link')}
          description={t('notifications.linkHint')}
          dir="ltr"
          value={draft.link}
          onChange={(event) => set({ link: event.currentTarget.value })}
          error={faultOf('link')}
          autoComplete="off"
        />
      </div>
    </RecordForm>
  )
}
