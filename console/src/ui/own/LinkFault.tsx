import { Refused } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Sending } from '../form/use-sending.ts'
import { Fault, Note } from '../Note.tsx'

/** Where these pages know better words than the service: by its code, and by the field that it names. */
const byCode = { conflict: 'me.linkTaken', state_conflict: 'me.linkOne' } as const
const byField = { authorizationCode: 'me.linkStale', redirectUri: 'me.linkElsewhere' } as const

/** Why no link came of it. */
export function LinkFault(sending: Sending) {
  const { t } = useI18n()
  const known = sending.error instanceof Refused ? wordsOf(sending.error) : undefined
  return known ? <Note tone="red">{t(known)}</Note> : <Fault {...sending} />
}

function wordsOf({ status, code, fields }: Refused) {
  const field = status === 400 ? fields[0]?.field : undefined
  return byCode[code as keyof typeof byCode] ?? byField[field as keyof typeof byField]
}
