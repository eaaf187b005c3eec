import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, isLost, Refused } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { plainPhone } from '../../ui/form/plain-phone.ts'
import { useSending } from '../../ui/form/use-sending.ts'
import { Note } from '../../ui/Note.tsx'
import { FieldFault } from '../../ui/sign-in/FieldFault.tsx'
import { addressOf, useGo, usePlace } from '../place.ts'
import { To } from '../To.tsx'
import { tenantOf, type Workspace } from '../workspace.ts'
import { EmailField } from './EmailField.tsx'
import { OpenPage } from './OpenPage.tsx'

/** `/account/register`: somebody makes themselves an account, where the workspace takes that. */
export default function Register() {
  const { t } = useI18n()
  return (
    <OpenPage heading={(name) => ({ title: name ? t('account.registerAt', { name }) : t('account.register') })} needsWorkspace isWide>
      {(workspace) => (
        <>
          {workspace?.registrationEnabled === false ? (
            <Note tone="amber">{t('account.registerClosed')}</Note>
          ) : (
            <Fields workspace={workspace} />
          )}
          <To page="/sign-in" className="quiet-link">
            {t('account.haveAccount')}
          </To>
        </>
      )}
    </OpenPage>
  )
}

/** Whether there is an account with the address by now. */
const isTaken = (error: unknown) => error instanceof Refused && error.status === 409 && error.fields.some(({ field }) => field === 'email')

function Fields({ workspace }: { workspace: Workspace | null }) {
  const { t } = useI18n()
  const { w, returnTo } = usePlace()
  const sending = useSending()
  const go = useGo()
  const form = useRef<HTMLFormElement>(null)
  const { told } = sending
  /** The address of a try that no answer came to: the account may be made. */
  const lost = useRef<string | null>(null)
  const [own, setOwn] = useState<string | null>(null)
  // whoever was refused goes on at the field that it was about
  useEffect(() => {
    if (told) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [told])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const [email, phone] = [text('email'), plainPhone(text('phoneNumber'))]
    const names = { firstName: text('firstName'), lastName: text('lastName'), username: text('username') }
    const body = { ...tenantOf(w), ...names, email, password: String(data.get('password')), ...(phone && { phoneNumber: phone }) }
    void sending.run(async () => {
      setOwn(null)
      await call('registerUser', { body }).catch((error: unknown) => {
        if (isLost(error)) lost.current = email
        if (isTaken(error) && lost.current === email) setOwn(email)
        throw error
      })
      go(addressOf('/verify', { w, returnTo }), { word: { say: 'sent', email, wait: null } })
    })
  }
  const field = (name: string) => ({ name, error: told?.fields.get(name), required: true, withAsterisk: false, size: 'md' }) as const
  return (
    <form className="stack" onSubmit={submit} ref={form}>
      <FieldFault {...sending} byField={{ tenantCode: workspace || w ? 'account.suspended' : 'account.which' }} />
      {own !== null && (
        <Note tone="amber">
          {t('account.mayBeMade')}{' '}
          <To page="/verify" word={{ say: 'verifyFirst', email: own, wait: null }}>
            {t('account.verify')}
          </To>
        </Note>
      )}
      <div className="two-columns">
        <TextInput {...field('firstName')} label={t('fact.firstName')} autoComplete="given-name" maxLength={100} dir="auto" autoFocus />
        <TextInput {...field('lastName')} label={t('fact.lastName')} autoComplete="family-name" maxLength={100} dir="auto" />
      </div>
      <EmailField {...field('email')} />
      <TextInput
        {...field('username')}
        label={t('fact.username')}
        description={t('account.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        dir="ltr"
      />
      <TextInput
        {...field('phoneNumber')}
        label={t('account.phone')}
        description={t('form.phoneHint')}
        type="tel"
        autoComplete="tel"
        maxLength={30}
        required={false}
        dir="ltr"
      />
      <NewPasswordField
        name="password"
        label={t('form.password')}
        policy={workspace?.passwordPolicy}
        error={told?.fields.get('password')}
      />
      <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
        {t('account.register')}
      </Button>
    </form>
  )
}
