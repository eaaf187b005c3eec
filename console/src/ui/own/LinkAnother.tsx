import { useEffect, useRef, useState } from 'react'
import { Refused } from '../../api/client.ts'
import { callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSending } from '../form/use-sending.ts'
import { Note } from '../Note.tsx'
import { ProviderButtons } from '../sign-in/ProviderButtons.tsx'
import type { Provider } from '../sign-in/redirect.ts'
import { tell } from '../toasts.tsx'
import { LinkFault } from './LinkFault.tsx'
import { keptLink, type LinkReturn, sessionNow, takeLink } from './link-return.ts'
import { type OwnerProof, ProveOwner } from './ProveOwner.tsx'

export interface WaysToLink {
  readonly hasTwoFactor: boolean
  /** Undefined where it is not known which there are. */
  readonly providers: readonly Provider[] | undefined
  /** Leaves for the provider of that name, and comes back to be linked in this session. */
  onGo(name: string, sessionId: string): Promise<void>
}

interface Props extends WaysToLink {
  readonly isClosed: boolean
  /** Reads the links again. */
  onTried(): void
}

type End = 'me.linkOthers' | 'me.linkRefused' | 'me.linkCancelled'

/** The providers that may open this account, too; and what comes of it when the browser is back from one. */
export function LinkAnother({ hasTwoFactor, providers, isClosed, onGo, onTried }: Props) {
  const { t } = useI18n()
  const [answer] = useState(keptLink)
  const [isProofAsked, setProofAsked] = useState(false)
  const [end, setEnd] = useState<End | null>(null)
  const sending = useSending()
  const place = useRef<HTMLDivElement>(null)
  const titleOf = (name: string) => providers?.find((provider) => provider.name === name)?.displayName ?? name
  async function link({ provider, proof }: LinkReturn, owner: OwnerProof = {}) {
    if (!proof) return
    try {
      const made = await callOwn('linkExternalLogin', { body: { provider, ...proof, ...owner } })
      tell(t('me.linkedNow', { name: made.displayName || made.email || titleOf(provider) }))
    } finally {
      // it may have been made although no answer came
      onTried()
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is good once
  useEffect(() => {
    if (!takeLink(answer) || isClosed || !answer) return
    place.current?.focus()
    if (answer.sessionId !== sessionNow()) setEnd('me.linkOthers')
    else if (!answer.proof) setEnd('me.linkRefused')
    else
      void sending.run(() =>
        link(answer).catch((fault) => {
          if (!isProofWanted(fault)) throw fault
          setProofAsked(true)
        }),
      )
  }, [])
  function closeProof() {
    setProofAsked(false)
    // after the dialog has given the focus back to where nothing was
    setTimeout(() => place.current?.focus())
  }
  async function prove(owner: OwnerProof) {
    if (!answer) return
    // somebody may have signed in anew while the question was open
    if (answer.sessionId !== sessionNow()) {
      setEnd('me.linkOthers')
      return closeProof()
    }
    const fault = await link(answer, owner).catch((fault: unknown) => fault)
    if (isAboutOwner(fault)) throw fault
    closeProof()
    // what the provider answered is used up, whatever is typed now
    if (fault !== undefined) void sending.run(() => Promise.reject(fault))
  }
  return (
    <div className="stack link-another" ref={place} tabIndex={-1}>
      {end && <Note tone={end === 'me.linkCancelled' ? 'amber' : 'red'}>{t(end)}</Note>}
      <LinkFault {...sending} />
      <div className="me-acts">
        <ProviderButtons
          providers={providers ?? []}
          isClosed={isClosed}
          sending={sending}
          textOf={(provider) => t('me.link', { provider })}
          onGo={(name) => {
            setEnd(null)
            return onGo(name, sessionNow() ?? '')
          }}
        />
      </div>
      {isProofAsked && answer && (
        <ProveOwner
          provider={titleOf(answer.provider)}
          hasTwoFactor={hasTwoFactor}
          run={prove}
          onClose={() => {
            setEnd('me.linkCancelled')
            closeProof()
          }}
        />
      )}
    </div>
  )
}

const isProofWanted = (error: unknown): boolean => error instanceof Refused && error.code === 'invalid_credentials'

/** Whether another password or code may still be good. */
const isAboutOwner = (error: unknown): boolean =>
  error instanceof Refused &&
  ([401, 423, 429].includes(error.status) || error.fields.some(({ field }) => field === 'password' || field === 'code'))
