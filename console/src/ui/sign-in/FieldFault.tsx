import { Refused } from '../../api/client.ts'
import type { Key } from '../../i18n/en.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Sending } from '../form/use-sending.ts'
import { Fault, Note } from '../Note.tsx'
import { wordsOfField } from './field-words.ts'

interface Props extends Sending {
  /** What is said where the refusal names a field that this page does not show. */
  readonly byField: Readonly<Record<string, Key>>
}

/** Why something failed, in words of the page where the service has none that anybody would see. */
export function FieldFault({ byField, ...sending }: Props) {
  const { t } = useI18n()
  const words = sending.error instanceof Refused ? wordsOfField(sending.error, byField) : undefined
  return words ? <Note tone="red">{t(words)}</Note> : <Fault {...sending} />
}
