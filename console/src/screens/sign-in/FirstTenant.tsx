import { Button, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { call } from '../../api/client.ts'
import { takeUpFault } from '../../api/queries.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Fault } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'

/** The first tenant, and who administers it. */
export function FirstTenant({ onDone }: { onDone(): Promise<void> }) {
  const { t } = useI18n()
  const { start } = useStart()
  const sending = useSending(takeUpFault)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const password = String(data.get('password'))
    const admin = { email: text('email'), firstName: text('firstName'), lastName: text('lastName'), ...(password && { password }) }
    const code = text('code')
    void sending.run(async () => {
      await call('createTenant', { body: { name: text('name'), ...(code && { code }), admin } })
      tell(t('told.created', { name: text('name') }))
      await onDone()
    })
  }
  const field = { required: true, withAsterisk: false, dir: 'auto', size: 'md', autoComplete: 'off' } as const
  const faultOf = (name: string) => sending.told?.fields.get(name)
  return (
    // the service judges what is typed: a browser takes no letters beyond ASCII before the `@` of an address
    <form className="stack" onSubmit={submit} noValidate>
      <Fault {...sending} />
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
        <TextInput {...field} name="firstName" label={t('fact.firstName')} maxLength={100} error={faultOf('admin.firstName')} />
        <TextInput {...field} name="lastName" label={t('fact.lastName')} maxLength={100} error={faultOf('admin.lastName')} />
      </div>
      <TextInput
        {...field}
        name="email"
        inputMode="email"
        autoComplete="username"
        label={t('fact.email')}
        dir="ltr"
        error={faultOf('admin.email')}
      />
      <NewPasswordField
        name="password"
        label={t('form.password')}
        description={t('form.passwordHint')}
        required={false}
        policy={start?.passwordPolicy}
        error={faultOf('admin.password')}
      />
      <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
        {t('setup.create')}
      </Button>
    </form>
  )
}
