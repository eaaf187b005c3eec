import { Select, Textarea, TextInput } from '@mantine/core'
import { call, callOnce } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useDraft } from '../../ui/form/draft.ts'
import { GroupSelect } from '../../ui/form/GroupSelect.tsx'
import { PeopleField, type Person } from '../../ui/form/PeopleField.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { RoleSelect } from '../../ui/form/RoleSelect.tsx'
import { useOnceKeys } from '../../ui/form/use-once-keys.ts'
import { Note } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import { useWithin } from '../../ui/within.ts'
import { most } from './many.ts'
import { type Severity, severities } from './notice.ts'
import { useMany } from './use-many.ts'

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
export function NoticeForm({ onClose }: { onClose(isSent: boolean): void }) {
  const words = useI18n()
  const { t } = words
  const { can, start } = useStart()
  const looked = useWithin()
  // groups and roles are of all that one may see, as people are; of the platform that is what is looked at
  const within = start?.tenant?.id ?? looked
  const keyOf = useOnceKeys()
  const form = useDraft<NoticeDraft, never>({
    read: null,
    draftOf: () => empty,
    async save({ people, title, body, severity, link }, _, stored) {
      const targets = people.flatMap(({ id, type }) => (id === null || type === 'external' ? [] : [{ id, type }]))
      const said = { targets, title: title.trim(), body: body.trim(), severity, link: link.trim() || null }
      const { affected } = await callOnce('sendNotification', { body: said }, keyOf(said))
      stored()
      tell(t('notifications.toldSent', { count: affected }))
      return () => onClose(true)
    },
  })
  const { draft, set, faultOf } = form
  const { isReading, isCut, list, addAll } = useMany((people) => set({ people }))
  // nothing is sent before all of them are there
  const waiting = isReading ? { ...form, isBusy: true, submit() {} } : form
  const mayAddMany = can('admins.view') === true
  return (
    <RecordForm
      form={waiting}
      titles={{}}
      title={t('new.notification')}
      submit={t('notifications.send')}
      isNew
      size={560}
      onClose={() => onClose(false)}
    >
      <PeopleField
        label={t('notifications.to')}
        people={draft.people}
        isFirst
        error={faultOf('targets')}
        queryKey={['listNotificationTargets']}
        find={find}
        onChange={list}
      />
      {isReading && <Note tone="blue">{t('notifications.reading')}</Note>}
      {isCut && <Note tone="amber">{t('notifications.tooMany', { count: most })}</Note>}
      {mayAddMany && (
        <div className="two-columns">
          {can('groups.view') === true && (
            <GroupSelect
              label={t('notifications.group')}
              within={within}
              value={null}
              isAdder
              onChange={(groupId) => groupId && void addAll({ groupId })}
            />
          )}
          {can('roles.view') === true && (
            <RoleSelect
              label={t('notifications.role')}
              within={within}
              value={null}
              isAdder
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
