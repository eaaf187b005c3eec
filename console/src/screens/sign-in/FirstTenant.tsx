import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../../ui/fault.ts'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { Fault, useCountdown } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'

/** The first tenant, and who administers it. */
export function FirstTenant({ onDone }: { onDone(): void }) {
  const words = useI18n()
  const { t } = words
  const { start } = useStart()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const told = error === null ? null : toldOf(error, words)
  const wait = useCountdown(told?.waitSeconds ?? null, error)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || wait > 0) return
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const password = String(data.get('password'))
    const admin = { email: text('email'), firstName: text('firstName'), lastName: text('lastName'), ...(password && { password }) }
    const code = text('code')
    setBusy(true)
    setError(null)
    try {
      await call('createTenant', { body: { name: text('name'), ...(code && { code }), admin } })
      tell(t('told.created', { name: text('name') }))
      onDone()
    } catch (fault) {
      setError(fault)
      setBusy(false)
    }
  }
  const field = { required: true, withAsterisk: false, dir: 'auto', size: 'md', autoComplete: 'off' } as const
  const faultOf = (name: string) => told?.fields.get(name)
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      {told && <Fault told={told} left={wait} />}
      <div className="two-columns">
        <TextInput {...field} name="name" label={t('setup.name')} autoFocus maxLength={200} error={faultOf('name')} />
        <TextInput
          {...field}
          name="code"
          label={t('signIn.workspace')}
          placeholder={t('setup.codeHint')}
          required={false}
          dir="ltr"
          autoCapitalize="none"
          error={faultOf('code')}
        />
      </div>
      <h2>{t('setup.admin')}</h2>
      <div className="two-columns">
        <TextInput {...field} name="firstName" label={t('setup.firstName')} maxLength={100} error={faultOf('admin.firstName')} />
        <TextInput {...field} name="lastName" label={t('setup.lastName')} maxLength={100} error={faultOf('admin.lastName')} />
      </div>
      <TextInput
        {...field}
        name="email"
        type="email"
        autoComplete="username"
        label={t('reset.email')}
        dir="ltr"
        error={faultOf('admin.email')}
      />
      <NewPasswordField
        name="password"
        label={t('setup.adminPassword')}
        description={t('form.passwordHint')}
        required={false}
        policy={start?.passwordPolicy}
        error={faultOf('admin.password')}
      />
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
        {t('setup.create')}
      </Button>
    </form>
  )
}
