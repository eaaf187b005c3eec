import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Refused } from '../../api/client.ts'
import { callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { CodeField } from '../form/CodeField.tsx'
import { useSending } from '../form/use-sending.ts'
import { Fault } from '../Note.tsx'
import type { Challenge } from './answers.ts'

interface Props {
  readonly challenge: Challenge
  /** What it answers is waited for. */
  onDone(): unknown
  /** @param isExpired whether that is because it took too long, or too many codes were wrong */
  onBack(isExpired: boolean): void
}

/** So many wrong codes a challenge takes: after that every code is called wrong, the right one too. */
const mostWrong = 5

/** The second factor: six digits send themselves. What ends the challenge leads back. */
export function TwoFactorForm({ challenge, onDone, onBack }: Props) {
  const { t } = useI18n()
  const [isBackup, setBackup] = useState(false)
  const [code, setCode] = useState('')
  const sending = useSending()
  const wrong = useRef(0)
  const back = useRef(onBack)
  back.current = onBack
  useEffect(() => {
    const timer = setTimeout(() => back.current(true), challenge.expiresIn * 1000)
    return () => clearTimeout(timer)
  }, [challenge])

  const send = (value: string) =>
    void sending.run(async () => {
      try {
        await callOwn('verifyTwoFactor', { body: { twoFactorToken: challenge.twoFactorToken, code: value } })
      } catch (fault) {
        if (fault instanceof Refused && fault.code === 'two_factor_invalid' && ++wrong.current === mostWrong) return onBack(true)
        setCode('')
        throw fault
      }
      await onDone()
    })
  const type = (value: string) => {
    setCode(value)
    if (!isBackup && value.length === 6) send(value)
  }
  const swap = () => {
    setBackup(!isBackup)
    setCode('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }
  return (
    <form onSubmit={submit} className="stack">
      <Fault {...sending} />
      <CodeField
        key={String(isBackup)}
        label={t(isBackup ? 'signIn.backupCode' : 'signIn.code')}
        description={isBackup ? undefined : t('signIn.codeHint')}
        value={code}
        onChange={type}
        isFree={isBackup}
        autoFocus
      />
      <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
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
