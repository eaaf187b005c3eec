import { AppError } from '#core/errors.ts'
import type { RenderedTexts } from '#core/template-renderer.ts'
import type { Context } from '#db/rows/context.ts'
import { answered, turnMs, turnOf } from './template-check.ts'
import type { TemplateRecord, WrittenTexts } from './template-record.ts'

interface Rendering {
  readonly template: Pick<TemplateRecord, 'variableDefinitions'>
  /** Of the template, or in its place. */
  readonly texts: WrittenTexts
  /** All that there are, defaults among them. */
  readonly variables: Readonly<Record<string, unknown>>
  /** Whether one that is not there is refused; else it renders as nothing. */
  readonly strict: boolean
}

/**
 * Texts with these variables, rendered in a thread: not in a transaction.
 * @throws AppError 400 `template_variables_missing` with all that the texts ask for or the template requires, and like `answered`; 503 when too
 * many wait
 */
export async function renderTexts(ctx: Context, { template, texts, variables, strict }: Rendering): Promise<RenderedTexts> {
  const answer = await ctx.service.renderer.ask(turnOf(ctx), { kind: 'render', texts, variables, strict }, turnMs)
  const isThere = (name: string) => Object.hasOwn(variables, name) && variables[name] !== undefined
  const required = template.variableDefinitions.filter(({ name, required }) => required && !isThere(name)).map(({ name }) => name)
  const missing = [...(answer.kind === 'template_variables_missing' ? answer.missing : []), ...required]
  if (strict && missing.length > 0)
    throw new AppError(400, 'template_variables_missing', { extra: { missing: [...new Set(missing)].sort() } })
  return answered(answer)
}
