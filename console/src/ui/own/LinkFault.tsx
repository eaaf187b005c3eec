import { Refused } from '../../api/client.ts'
import type { Key } from '../../i18n/en.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Sending } from '../form/use-sending.ts'
import { Fault, Note } from '../Note.tsx'
import { wordsOfField } from '../sign-in/field-words.ts'

/** Where these pages know better words than the service: by its code, and by the field that it names. */
const byCode = { conflict: 'me.linkTaken', state_conflict: 'me.linkOne' } as const
const byField = { authorizationCode: 'me.linkStale', redirectUri: 'signIn.notHere' } as const

/** Why no link came of it. */
export function LinkFault(sending: Sending) {
  const { t } = useI18n()
  const known = sending.error instanceof Refused ? wordsOf(sending.error) : undefined
  return known ? <Note tone="red">{t(known)}</Note> : <Fault {...sending} />
}

const wordsOf = (refused: Refused): Key | undefined => byCode[refused.code as keyof typeof byCode] ?? wordsOfField<Key>(refused, byField)
