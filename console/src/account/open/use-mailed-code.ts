/** What a page knows that takes a code of a mail: to whom it went, the code as far as it is typed, and how another one is sent. */
import { useMemo, useState } from 'react'
import { call } from '../../api/client.ts'
import { type Sending, useSending } from '../../ui/form/use-sending.ts'
import { mailedTo } from '../../ui/sign-in/mailed.ts'
import { usePlace, type Word } from '../place.ts'
import { tenantOf } from '../workspace.ts'

export interface MailedCode {
  readonly email: string
  readonly code: string
  setEmail(email: string): void
  setCode(code: string): void
  /** What the page was told that led here; null where it was come to by itself. */
  readonly came: Extract<Word, { email: string }> | null
  /** The last mail that was asked for. */
  readonly sent: { readonly wait: number | null } | null
  readonly sending: Sending
  /** As requests name the account. */
  readonly whose: { readonly email: string; readonly tenantCode?: string }
  ask(): void
}

/** @param request sends the mail */
export function useMailedCode(request: 'requestUserPasswordReset' | 'sendEmailVerification'): MailedCode {
  const { w, word, brought } = usePlace()
  const came = word && 'email' in word ? word : null
  const [email, setEmail] = useState(came?.email ?? brought?.email ?? '')
  const [code, setCode] = useState(brought?.code ?? '')
  const [mail, setMail] = useState(() => (came?.say === 'sent' ? mailedTo(came.email.trim(), came.wait) : null))
  const sending = useSending()
  const whose = { ...tenantOf(w), email: email.trim() }
  const ask = () =>
    void sending.run(async () => {
      setCode('')
      setMail(mailedTo(whose.email, (await call(request, { body: whose })).retryAfterSeconds))
    })
  // a mail to one address says nothing of another, which may be typed before the answer is there
  const isOfAnother = mail?.to !== whose.email
  const sent = useMemo(() => (mail === null || isOfAnother ? null : { wait: mail.left() }), [mail, isOfAnother])
  return { email, code, setEmail, setCode, came, sent, sending, whose, ask }
}
