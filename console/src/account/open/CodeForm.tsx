import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { AnotherCode } from '../../ui/form/AnotherCode.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { Fault } from '../../ui/Note.tsx'
import { To } from '../To.tsx'
import { EmailField } from './EmailField.tsx'
import type { MailedCode } from './use-mailed-code.ts'

interface Props {
  readonly mailed: MailedCode
  /** What the keeper of passwords in the browser takes the address for. */
  readonly addressIs?: 'email' | 'username'
  readonly code: string
  readonly confirm: string
  /** What sends the first code. */
  readonly first: string
  /** Stands above the fields. */
  readonly notes: ReactNode
  /** Fields after the code. */
  readonly children?: ReactNode
  /** Whether the account that it is about is signed in here. */
  readonly isOwn?: boolean
  /** Told each time that it is another one. */
  onCode(code: string): void
  onSubmit(event: FormEvent<HTMLFormElement>): void
}

/** An address, and the code that was mailed to it. */
export function CodeForm({ mailed, addressIs = 'email', code, confirm, first, notes, children, isOwn = false, onCode, onSubmit }: Props) {
  const { t } = useI18n()
  const { email, sending, sent } = mailed
  const fields = sending.told?.fields
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
    >
      {notes}
      <Fault {...sending} />
      <EmailField
        value={email}
        onChange={(event) => mailed.setEmail(event.currentTarget.value)}
        error={fields?.get('email')}
        autoComplete={addressIs}
        autoFocus={email === ''}
      />
      <CodeField label={code} value={mailed.code} onChange={onCode} error={fields?.get('code')} />
      {children}
      <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
        {confirm}
      </Button>
      <AnotherCode sent={sent} sending={sending} first={first} isDisabled={email.trim() === ''} onAsk={mailed.ask} />
      <To page={isOwn ? '/' : '/sign-in'} className="quiet-link">
        {t(isOwn ? 'account.toProfile' : 'signIn.back')}
      </To>
    </form>
  )
}
