import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Refused } from '../../api/client.ts'
import { callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../fault.ts'
import { sixDigits } from '../form/six-digits.ts'
import { Fault, useCountdown } from '../Note.tsx'
import type { Challenge } from './answers.ts'

interface Props {
  readonly challenge: Challenge
  onDone(): void
  /** @param isExpired whether that is because it took too long */
  onBack(isExpired: boolean): void
}

/** The second factor: six digits send themselves. What ends the challenge leads back. */
export function TwoFactorForm({ challenge, onDone, onBack }: Props) {
  const words = useI18n()
  const { t } = words
  const [isBackup, setBackup] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const wait = useCountdown(error ? toldOf(error, words).waitSeconds : null, error)
  const back = useRef(onBack)
  back.current = onBack
  useEffect(() => {
    const timer = setTimeout(() => back.current(true), challenge.expiresIn * 1000)
    return () => clearTimeout(timer)
  }, [challenge])

  async function send(value: string) {
    if (isBusy || wait > 0) return
    setBusy(true)
    setError(null)
    try {
      await callOwn('verifyTwoFactor', { body: { twoFactorToken: challenge.twoFactorToken, code: value } })
      onDone()
    } catch (fault) {
      if (fault instanceof Refused && fault.code === 'token_invalid') return onBack(true)
      setError(fault)
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  const type = (text: string) => {
    const value = isBackup ? text : sixDigits(text)
    setCode(value)
    if (!isBackup && value.length === 6) void send(value)
  }
  const swap = () => {
    setBackup(!isBackup)
    setCode('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(code.trim())
  }
  return (
    <form onSubmit={submit} className="stack">
      {error !== null && <Fault error={error} left={wait} />}
      <TextInput
        key={String(isBackup)}
        label={t(isBackup ? 'signIn.backupCode' : 'signIn.code')}
        description={isBackup ? undefined : t('signIn.codeHint')}
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
        inputMode={isBackup ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        className="code-field"
        required
        withAsterisk={false}
        autoFocus
        dir="ltr"
        size="md"
      />
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
        {t('signIn.continue')}
      </Button>
      <button type="button" className="quiet-link" onClick={swap}>
        {t(isBackup ? 'signIn.app' : 'signIn.backup')}
      </button>
      <button type="button" className="quiet-link" onClick={() => onBack(false)}>
        {t('signIn.back')}
      </button>
    </form>
  )
}
