/** What a mail of a template has to be told. */
import type { Reply } from '../../../api/client.ts'

export type Template = Reply<'getMessageTemplate'>

export interface Variable {
  readonly name: string
  /** Whether no mail is written without it. */
  readonly isRequired: boolean
  readonly example: string
  readonly description: string | null
}

/** Names with a dot in them are in every mail and can't be given. */
export function variablesOf(template: Template | undefined): Variable[] {
  const defined = new Map(template?.variableDefinitions.map((one) => [one.name, one]))
  return (template?.variables ?? [])
    .filter((name) => /^\w+$/.test(name) && !['recipient', 'tenant'].includes(name))
    .map((name) => {
      const one = defined.get(name)
      const shown = one?.default ?? one?.example ?? null
      return { name, isRequired: one?.default == null, example: shown === null ? '' : String(shown), description: one?.description ?? null }
    })
}
