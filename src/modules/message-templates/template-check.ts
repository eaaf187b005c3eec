import { AppError, unavailable, validationFailed } from '#core/errors.ts'
import { isSystemTemplate, mailTemplateFacts, mailVariableExamples, ownNames } from '#core/mail-template-facts.ts'
import type { Checked, RenderFault, SecretName } from '#core/template-renderer.ts'
import type { Context } from '#db/rows/context.ts'
import { secretPlaces } from './secret-places.ts'
import type { TemplateRecord, WrittenTexts } from './template-record.ts'

/** How long a request waits for a turn among the threads that render. */
export const turnMs = 3000
const mostVariables = 200
const always: ReadonlySet<string> = new Set(['recipient', 'tenant'])

export interface TemplateWarning {
  readonly code: 'UNDECLARED_VARIABLE' | 'UNUSED_VARIABLE'
  readonly name: string
}

type Written = Pick<TemplateRecord, 'code' | 'declaredVariables' | 'variableDefinitions' | 'translations' | keyof WrittenTexts>

/** Whose turn it is that a caller takes: of all admins of a tenant together. */
export const turnOf = ({ actor }: Context): string => actor.tenantId ?? 'platform'

/**
 * Reads the texts of a template in a thread, which may take long: not in a transaction.
 * @returns all variables, those that were declared first, and what does not fit between declaration and texts
 * @throws AppError 400 that names field, line and column; where the template writes a mail of the service, 400 for a text that has not what
 * the mail is for; 503 when too many wait
 */
export async function checkTexts(ctx: Context, written: Written): Promise<{ variables: string[]; warnings: TemplateWarning[] }> {
  const all = textsOf(written)
  const texts = Object.fromEntries(
    all.flatMap(({ path, texts }) =>
      Object.entries(texts).flatMap(([field, text]: [string, string | null]) => (text === null ? [] : [[`${path}${field}`, text]])),
    ),
  )
  const checked = answered(await ctx.service.renderer.ask(turnOf(ctx), { kind: 'check', texts }, turnMs))
  const found = [...new Set(Object.values(checked.variables).flat())].filter((name) => !always.has(name)).sort((a, b) => (a < b ? -1 : 1))
  if (found.length > mostVariables) throw validationFailed([{ field: 'bodyHtml', code: 'too_many', params: { maximum: mostVariables } }])
  if (isSystemTemplate(written.code)) await requireSecrets(ctx, written.code, all, checked)
  const declared = [...new Set([...written.declaredVariables, ...written.variableDefinitions.map(({ name }) => name)])]
  // what the mail of the service has itself needs no declaration
  const known = new Set([...declared, ...ownNames(written.code)])
  return {
    variables: [...new Set([...declared, ...found])],
    warnings: [
      ...found.filter((name) => !known.has(name)).map((name) => ({ code: 'UNDECLARED_VARIABLE' as const, name })),
      ...declared.filter((name) => !found.includes(name)).map((name) => ({ code: 'UNUSED_VARIABLE' as const, name })),
    ],
  }
}

interface Placed {
  /** `translations.ar.` or nothing. */
  readonly path: string
  readonly texts: WrittenTexts
}

const textsOf = ({ subject, bodyHtml, bodyText, translations }: Written): Placed[] => [
  { path: '', texts: { subject, bodyHtml, bodyText } },
  ...Object.entries(translations).map(([language, texts]) => ({ path: `translations.${language}.`, texts })),
]

/** A mail that comes without its code, link or password would be useless; one that shows it in the wrong place would give it away. */
async function requireSecrets(
  ctx: Context,
  code: keyof typeof mailTemplateFacts,
  all: readonly Placed[],
  { variables }: Checked,
): Promise<void> {
  const { secrets } = mailTemplateFacts[code]
  for (const { path, texts } of all) {
    for (const field of ['bodyHtml', 'bodyText'] as const) {
      const asked = variables[`${path}${field}`]
      const missing = asked === undefined ? [] : secrets.filter((name) => !asked.includes(name))
      if (missing.length > 0) throw refusal('template_variable_required', `${path}${field}`, missing)
    }
    // each by itself: which of them a mail has is for the mail to say
    const given = mailTemplateFacts[code].variables.filter((name): name is SecretName => ['code', 'password', 'link'].includes(name))
    const places = secretPlaces(given)
    const task = { kind: 'render', texts, variables: { ...mailVariableExamples, ...places }, strict: false, places } as const
    const optional = given.filter((name) => !secrets.includes(name))
    answered(await ctx.service.renderer.ask(turnOf(ctx), { ...task, optional }, turnMs), path)
  }
}

const refusal = (code: 'template_variable_required' | 'template_secret_misplaced', field: string, missing: readonly string[]) =>
  new AppError(400, code, { fields: [{ field, code }], extra: { missing } })

/**
 * The answer of a thread, its faults thrown as what they mean to a caller.
 * @param path of the texts, where their fields do not name it themselves
 * @throws AppError 400 with the code of the fault, 503 when too many wait
 */
export function answered<A extends { readonly kind: string }>(answer: A | RenderFault, path = ''): Exclude<A, RenderFault> {
  const fault = answer as RenderFault
  const field = 'field' in fault && fault.field !== null ? `${path}${fault.field}` : null
  switch (fault.kind) {
    case 'busy':
      throw unavailable(2)
    case 'template_variables_missing':
      throw new AppError(400, fault.kind, { extra: { missing: fault.missing } })
    case 'template_secret_misplaced':
      throw refusal(fault.kind, field!, [fault.secret])
    case 'template_syntax_error':
      throw new AppError(400, fault.kind, {
        fields: [{ field: field!, code: fault.kind }],
        extra: { line: fault.line, column: fault.column },
      })
    case 'template_render_error':
      throw new AppError(400, fault.kind, { fields: [{ field: field!, code: fault.kind }], extra: { line: fault.line } })
    case 'template_limit_exceeded':
      throw new AppError(400, fault.kind, field === null ? {} : { fields: [{ field, code: fault.kind }] })
    default:
      return answer as Exclude<A, RenderFault>
  }
}
