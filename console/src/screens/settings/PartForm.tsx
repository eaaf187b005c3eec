import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call, type Input } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { Summary } from '../../ui/form/Summary.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Note } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import { ChangesDialog } from './ChangesDialog.tsx'
import { fields, isSuperAdminOnly, type Kind, type Part } from './fields.ts'
import { SettingField } from './SettingField.tsx'
import { partOf, type Settings } from './settings.ts'
import { bodyOf, changesOf, valuesOf } from './values.ts'

/** One part of the settings. What changes is shown before it is saved, all of it or nothing. */
export function PartForm({ part, settings }: { part: Part; settings: Settings }) {
  const { t } = useI18n()
  const { can, me } = useStart()
  const cache = useQueryClient()
  const [base, setBase] = useState(() => valuesOf(partOf(settings, part), part))
  const [values, setValues] = useState(base)
  const { told, wait, run } = useSending()
  const [isReviewing, setReviewing] = useState(false)
  const [isOther, setOther] = useState(false)
  const changes = changesOf(part, base, values)
  const isSuperAdmin = me?.tenantId === null && me.roleName === 'SuperAdmin'
  /** Settings have no version: they are read before they are saved. What is refused is told beside its field: the dialog closes either way. */
  const save = () =>
    run(async () => {
      const read = await call('getSettings', {})
      const now = valuesOf(partOf(read, part), part)
      const isOvertaken = changes.some(({ name }) => now[name] !== base[name])
      setOther(isOvertaken)
      if (isOvertaken) {
        cache.setQueryData(ask('getSettings', {}).queryKey, read)
        setBase(now)
        return setValues({ ...now, ...Object.fromEntries(changes.map(({ name, after }) => [name, after])) })
      }
      const saved = await call('updateSettings', { body: bodyOf(part, changes) as NonNullable<Input<'updateSettings'>['body']> })
      cache.setQueryData(ask('getSettings', {}).queryKey, saved)
      const fresh = valuesOf(partOf(saved, part), part)
      setBase(fresh)
      setValues(fresh)
      tell(t('settings.saved'))
    })
  return (
    <form
      className="stack settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (changes.length > 0) setReviewing(true)
      }}
    >
      <LeaveGuard isChanged={() => changes.length > 0} />
      <Summary told={told} wait={wait} />
      {isOther && <Note tone="amber">{t('settings.conflict')}</Note>}
      {Object.entries<Kind>(fields[part]).map(([name, kind]) => (
        <SettingField
          key={name}
          part={part}
          name={name}
          kind={kind}
          value={values[name]}
          source={settings.sources[`${part}.${name}`] ?? 'default'}
          isSecretSet={partOf(settings, part)[name] !== null}
          error={told?.fields.get(`${part}.${name}`)}
          isReadOnly={!can('settings.update')}
          isRefused={isSuperAdminOnly(part, name) && !isSuperAdmin}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
      {changes.length > 0 && (
        <div className="acts savebar">
          <Button
            variant="default"
            onClick={() => {
              setValues(base)
              setOther(false)
            }}
          >
            {t('form.discard')}
          </Button>
          <Button type="submit" disabled={wait > 0}>
            {t('settings.review')}
          </Button>
        </div>
      )}
      {isReviewing && <ChangesDialog part={part} changes={changes} run={save} onClose={() => setReviewing(false)} />}
    </form>
  )
}
