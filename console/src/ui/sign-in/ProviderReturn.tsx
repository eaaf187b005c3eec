import { type ReactNode, useEffect, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import type { Key } from '../../i18n/en.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSending } from '../form/use-sending.ts'
import { Note } from '../Note.tsx'
import type { Challenge, Selection, Target } from './answers.ts'
import { FieldFault } from './FieldFault.tsx'
import type { Begun, Returned } from './redirect.ts'
import { TwoFactorForm } from './TwoFactorForm.tsx'
import { WorkspaceChoice } from './WorkspaceChoice.tsx'

interface Props {
  /** What the provider answered, taken out of the address before anything is shown. */
  readonly returned: Returned
  /** Sends its answer on to the service. */
  enter(begun: Begun, code: string): Promise<Reply<'signInByProvider'>>
  /** Leaves for the provider once more: a code is good once, and whoever is signed in there gets another one for the workspace. */
  again(target: Target, tenantCode: string | undefined): Promise<void>
  /** What it answers is waited for. */
  onDone(): unknown
  /** Goes back to sign-in. */
  onLeave(): void
  /** The link that does so. */
  readonly back: ReactNode
  /** What is said where the refusal names one of these. */
  readonly byField?: Readonly<Record<string, Key>>
  /** What else can be done about a refusal. */
  hintOf?(error: unknown): ReactNode
}

/** Where a provider has sent the browser back: the second factor or the workspace may be asked for still. */
export function ProviderReturn({ returned: { begun, code }, enter, again, onDone, onLeave, back, byField = {}, hintOf }: Props) {
  const { t } = useI18n()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [choice, setChoice] = useState<Selection | null>(null)
  const [isExpired, setExpired] = useState(false)
  // whoever comes back to the page by the way back of the browser brings nothing that is still good
  const [isNew] = useState(begun !== null && !begun.isSent)
  const sending = useSending()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good once
  useEffect(() => {
    if (!begun || !code || begun.isSent) return
    begun.isSent = true
    void sending.run(async () => {
      const answer = await enter(begun, code)
      if ('accessToken' in answer) await onDone()
      else if ('requiresTwoFactor' in answer) setChallenge(answer)
      else if ('requiresWorkspaceSelection' in answer) setChoice(answer)
    })
  }, [])
  if (challenge && !isExpired)
    return <TwoFactorForm challenge={challenge} onDone={onDone} onBack={(expired) => (expired ? setExpired(true) : onLeave())} />
  if (choice)
    return (
      <WorkspaceChoice
        choice={choice}
        sending={sending}
        onChoose={(target, tenantCode) => void sending.run(() => again(target, tenantCode))}
        onBack={onLeave}
      />
    )
  const isOver = !isNew || !code || sending.told !== null || isExpired
  return (
    <div className="stack" aria-busy={!isOver}>
      {!isNew && <Note tone="red">{t('signIn.notOurs')}</Note>}
      {isNew && !code && <Note tone="red">{t('signIn.providerRefused')}</Note>}
      {isExpired && <Note tone="amber">{t('signIn.expired')}</Note>}
      <FieldFault {...sending} byField={byField} />
      {sending.told && hintOf?.(sending.error)}
      {!isOver && <p className="dim">{t('signIn.returning')}</p>}
      {back}
    </div>
  )
}
