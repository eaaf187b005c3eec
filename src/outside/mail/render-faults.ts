import { type Liquid, LiquidError, type RenderError, UndefinedVariableError } from 'liquidjs'
import type { RenderFault } from '#core/template-renderer.ts'

/** What liquidjs says where one of its limits is reached. */
const limit = /limit exceeded/

/** Of lines and columns, where parsing or rendering stopped. */
const placeOf = (error: LiquidError): readonly [line: number, column: number] => {
  const [line = 1, column = 1] = (error as Partial<LiquidError>).token?.getPosition() ?? []
  return [line, column]
}

const isLimit = (error: unknown): boolean =>
  // a stack, a string or a list that grew beyond all bounds
  error instanceof RangeError || (error instanceof Error && (limit.test(error.message) || isLimit((error as LiquidError).originalError)))

/** Why a text could not be parsed. */
export function parseFault(error: unknown, field: string): RenderFault {
  if (isLimit(error)) return { kind: 'template_limit_exceeded', field }
  const [line, column] = LiquidError.is(error) ? placeOf(error) : [1, 1]
  return { kind: 'template_syntax_error', field, line, column }
}

/** Why a text could not be rendered; of variables that are missing all of them. */
export function renderFault(error: unknown, field: string): RenderFault {
  const errors = flat(error)
  const other = errors.find((one) => !(one instanceof UndefinedVariableError))
  if (errors.some(isLimit)) return { kind: 'template_limit_exceeded', field }
  if (other === undefined) return { kind: 'template_variables_missing', missing: [...new Set(errors.map(nameOf))].sort() }
  return { kind: 'template_render_error', field, line: LiquidError.is(other) ? placeOf(other)[0] : 1 }
}

/** Whoever collects errors throws one that holds them, and such ones may be among them. */
function flat(error: unknown): unknown[] {
  const { errors } = error as { errors?: unknown }
  return LiquidError.is(error) && Array.isArray(errors) ? errors.flatMap(flat) : [error]
}

const nameOf = (error: unknown): string =>
  String(((error as RenderError).originalError as { variableName?: unknown } | undefined)?.variableName ?? '')

/** The paths of the variables that parsed texts ask for, each as far as it is written out: `order.total`. */
export function askedPaths(engine: Liquid, templates: ReturnType<Liquid['parse']>): string[] {
  const paths = engine.globalVariableSegmentsSync(templates).map((segments) => {
    const end = segments.findIndex((segment, at) => at > 0 && typeof segment !== 'string')
    return (end < 0 ? segments : segments.slice(0, end)).map(String)
  })
  return [...new Set(paths.map((path) => path.join('.')))].sort()
}
