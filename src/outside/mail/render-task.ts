import type { AnswerTo, Checked, RenderFault, RenderTask, TemplateTexts } from '#core/template-renderer.ts'
import { headerText } from './address.ts'
import { htmlToText } from './html-to-text.ts'
import { createLiquidEngines, type LiquidEngines } from './liquid.ts'
import { filledUp } from './preview-variables.ts'
import { askedPaths, parseFault, renderFault } from './render-faults.ts'
import { withSafeLinks } from './safe-links.ts'
import { withSecretsInPlace } from './secret-places.ts'

/** Milliseconds of one text; a message has three. */
const renderMs = 100
/** Bytes of a rendered message, of all its texts together as UTF-8: it has to be held, kept and sent. */
const mostBytes = 1_000_000

const strict = createLiquidEngines({ renderMs, strictVariables: true, collectsErrors: true })
const lenient = createLiquidEngines({ renderMs, strictVariables: false })

type Parsed = ReturnType<LiquidEngines['text']['parse']>
type Field = keyof TemplateTexts
type Output = Record<Field, string>

class Fault extends Error {
  readonly fault: RenderFault

  constructor(fault: RenderFault) {
    super(fault.kind)
    this.fault = fault
  }
}

/** Does what a thread is there for. Answers instead of throwing, whatever the texts are. */
export async function answerTask<T extends RenderTask>(task: T): Promise<AnswerTo<T>>
export async function answerTask(task: RenderTask): Promise<AnswerTo<RenderTask>> {
  try {
    if (task.kind === 'check') return check(task.texts)
    if (task.kind === 'preview') return preview(task)
    const { places = {}, optional = [] } = task
    const engines = task.strict ? strict : lenient
    const written = render(engines, parseAll(engines, task.texts), task.variables)
    if (Object.keys(places).length === 0) return { kind: 'rendered', ...finished(written) }
    const placed = await withSecretsInPlace({ ...finished(written), text: written.bodyText ?? null }, places, optional)
    return 'kind' in placed ? placed : { kind: 'rendered', ...placed }
  } catch (error) {
    if (error instanceof Fault) return error.fault
    if (error instanceof RangeError) return { kind: 'template_limit_exceeded', field: null }
    throw error
  }
}

function check(texts: Readonly<Record<string, string>>): Checked {
  const variables = Object.entries(texts).map(([field, text]) => {
    const asked = askedPaths(lenient.text, parse(lenient.text, text, field)).map((path) => path.split('.', 1)[0]!)
    return [field, [...new Set(asked)]] as const
  })
  return { kind: 'checked', variables: Object.fromEntries(variables) }
}

function preview({ texts, variables, examples }: Extract<RenderTask, { kind: 'preview' }>): AnswerTo<{ kind: 'preview' } & RenderTask> {
  const parsed = parseAll(lenient, texts)
  const asked = [...new Set(Object.values(parsed).flatMap((one) => askedPaths(lenient.text, one)))].sort()
  const { scope, ...told } = filledUp(asked, variables as Record<string, unknown>, examples as Record<string, unknown>)
  return { kind: 'previewed', ...finished(render(lenient, parsed, scope)), ...told }
}

function parse(engine: LiquidEngines['text'], text: string, field: string): Parsed {
  try {
    return engine.parse(text)
  } catch (error) {
    throw new Fault(parseFault(error, field))
  }
}

/** That a value is escaped is settled here: by the engine that parses. */
const engineOf = (engines: LiquidEngines, field: string) => (field === 'bodyHtml' ? engines.html : engines.text)

const parseAll = (engines: LiquidEngines, texts: TemplateTexts): Partial<Record<Field, Parsed>> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]: [string, string | null]) =>
      text === null ? [] : [[field, parse(engineOf(engines, field), text, field)]],
    ),
  )

/** What is missing anywhere is told together; any other fault is told alone. */
function render(engines: LiquidEngines, parsed: Partial<Record<Field, Parsed>>, scope: object): Partial<Output> {
  const missing = new Set<string>()
  const output = Object.entries(parsed).map(([field, templates]) => {
    try {
      const text = String(engineOf(engines, field).renderSync(templates, scope))
      if (Buffer.byteLength(text) > mostBytes) throw new Fault({ kind: 'template_limit_exceeded', field })
      return [field, text] as const
    } catch (error) {
      if (error instanceof Fault) throw error
      const fault = renderFault(error, field)
      if (fault.kind !== 'template_variables_missing') throw new Fault(fault)
      for (const name of fault.missing) missing.add(name)
      return [field, ''] as const
    }
  })
  if (missing.size > 0) throw new Fault({ kind: 'template_variables_missing', missing: [...missing].sort() })
  return Object.fromEntries(output)
}

function finished({ subject = '', bodyHtml = '', bodyText }: Partial<Output>) {
  const html = withSafeLinks(bodyHtml)
  const message = { subject: headerText(subject), html, text: bodyText ?? htmlToText(html) }
  const bytes = Object.values(message).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  if (bytes > mostBytes) throw new Fault({ kind: 'template_limit_exceeded', field: null })
  return message
}
