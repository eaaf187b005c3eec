/** The ways in, one after the other: password, workspace, second factor. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call, Refused } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { useSending } from '../form/use-sending.ts'
import { Fault, Note } from '../Note.tsx'
import type { Answer, Challenge, Selection, Target } from './answers.ts'
import { TwoFactorForm } from './TwoFactorForm.tsx'
import { WorkspaceChoice } from './WorkspaceChoice.tsx'

export interface Given {
  readonly identifier: string
  readonly password: string
}

const enterAsAdmin = (who: Given, target: Target): Promise<Answer> => call('signIn', { body: { ...who, ...target } })

interface Props {
  /**
   * What it answers is waited for: the form is not open again before.
   *
   * @param tenantCode of the workspace that was chosen, or typed
   */
  onDone(tenantCode?: string): unknown
  /** Asks the service, as an admin unless given. @param tenantCode of the workspace that was chosen, or typed */
  enter?(who: Given, target: Target, tenantCode: string | undefined): Promise<Answer>
  /** @returns whether somebody who was refused goes elsewhere from here */
  onRefused?(error: Refused, who: Given, tenantCode: string | undefined): boolean
  /** What stands under the first step: a link to the reset, say. */
  readonly below?: ReactNode
  /** Where one signs in, when that is known: it is not asked for then. Empty: the service finds out. */
  readonly target?: Target | undefined
  /** Whether an address does not say where: the domain of a tenant is left for elsewhere. */
  readonly asksWorkspace?: boolean
  /** Whether nobody signs in without a workspace: the platform has admins alone. */
  readonly hasNoPlatform?: boolean
  /** Told where the second factor or the choice of a workspace is on. */
  onStep?(step: 'password' | 'workspace' | 'twoFactor'): void
}

export function SignInForm({
  onDone,
  enter = enterAsAdmin,
  onRefused,
  below,
  target: known,
  asksWorkspace,
  hasNoPlatform = false,
  onStep,
}: Props) {
  const { t } = useI18n()
  const [identifier, setIdentifier] = useState('')
  const [chosen, setChosen] = useState<string>()
  const sending = useSending()
  const [isExpired, setExpired] = useState(false)
  const [noWorkspace, setNoWorkspace] = useState(false)
  const [given, setGiven] = useState<Given | null>(null)
  const [choice, setChoice] = useState<Selection | null>(null)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const needsWorkspace = known === undefined && (asksWorkspace || (identifier !== '' && !identifier.includes('@')))

  async function send(who: Given, target: Target, tenantCode?: string) {
    setExpired(false)
    try {
      const answer = await enter(who, target, tenantCode)
      if ('accessToken' in answer) return void (await onDone(tenantCode))
      setGiven(who)
      setChosen(tenantCode)
      if ('requiresTwoFactor' in answer) setChallenge(answer)
      else setChoice(answer)
      onStep?.('requiresTwoFactor' in answer ? 'twoFactor' : 'workspace')
    } catch (fault) {
      if (!(fault instanceof Refused && onRefused?.(fault, who, tenantCode))) throw fault
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const who = { identifier: identifier.trim(), password: String(data.get('password')) }
    const code = needsWorkspace ? String(data.get('workspace')).trim() : undefined
    void sending.run(async () => {
      const target = code === undefined ? (known ?? {}) : await targetOf(code)
      if (target) await send(who, target, code)
    })
  }

  /** A name without an address is one of a workspace, or of the platform. */
  async function targetOf(code: string): Promise<Target | null> {
    setNoWorkspace(false)
    if (code === '' && !hasNoPlatform) return { isPlatformAdmin: true }
    try {
      return { tenantId: (await call('getWorkspace', { query: { code } })).tenantId }
    } catch (fault) {
      if (!(fault instanceof Refused && (fault.status === 404 || fault.status === 400))) throw fault
      setNoWorkspace(true)
      return null
    }
  }

  const back = (expired: boolean) => {
    setChallenge(null)
    setChoice(null)
    setGiven(null)
    setExpired(expired)
    onStep?.('password')
  }
  if (challenge) return <TwoFactorForm challenge={challenge} onDone={() => onDone(chosen)} onBack={back} />
  if (choice && given)
    return (
      <WorkspaceChoice
        choice={choice}
        sending={sending}
        onChoose={(target, code) => void sending.run(() => send(given, target, code))}
        onBack={() => back(false)}
      />
    )
  return (
    <form onSubmit={submit} className="stack">
      {isExpired && <Note tone="amber">{t('signIn.expired')}</Note>}
      <Fault {...sending} />
      <TextInput
        name="identifier"
        label={t('signIn.identifier')}
        value={identifier}
        onChange={(event) => {
          setIdentifier(event.currentTarget.value)
          // that name was locked, and no other one
          if (sending.error instanceof Refused && sending.error.status === 423) sending.forget()
        }}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        data-autofocus
        autoFocus
        dir="ltr"
        size="md"
      />
      <PasswordField name="password" label={t('form.password')} autoComplete="current-password" />
      {/* never between the two: it comes while somebody types a name, and the password would be typed into it, for everybody to read */}
      {needsWorkspace && (
        <TextInput
          name="workspace"
          label={t('signIn.workspace')}
          description={!hasNoPlatform && t('signIn.workspaceHint')}
          required={hasNoPlatform}
          withAsterisk={false}
          error={noWorkspace && t('signIn.noWorkspace')}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          size="md"
        />
      )}
      <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
        {t('signIn.title')}
      </Button>
      {below}
    </form>
  )
}
