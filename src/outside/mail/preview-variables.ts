interface Filled {
  readonly scope: Readonly<Record<string, unknown>>
  readonly variablesUsed: Readonly<Record<string, unknown>>
  readonly missingVariables: readonly string[]
  readonly unknownVariables: readonly string[]
}

/**
 * The variables of a preview: what is given, what is not from the examples, and what has none as its own name in brackets.
 * @param asked the paths that the texts ask for
 */
export function filledUp(asked: readonly string[], given: Record<string, unknown>, examples: Record<string, unknown>): Filled {
  const scope: Record<string, unknown> = merged(examples, given)
  const missing = asked.filter((path) => valueAt(given, path) === undefined && !isOwn(path))
  for (const path of asked) if (valueAt(scope, path) === undefined) put(scope, path.split('.'), `[${path}]`)
  const names = [...new Set(asked.map((path) => path.split('.', 1)[0]!))]
  return {
    scope,
    variablesUsed: Object.fromEntries(names.map((name) => [name, scope[name]])),
    missingVariables: missing,
    unknownVariables: Object.keys(given).filter((name) => !names.includes(name)),
  }
}

/** What every mail has, whoever sends it. */
const isOwn = (path: string) => /^(?:recipient\.(?:firstName|lastName|email)|tenant\.name|recipient|tenant)$/.test(path)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const merged = (under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> => ({
  ...under,
  ...Object.fromEntries(
    Object.entries(over).map(([name, value]) => [name, both(Object.hasOwn(under, name) ? under[name] : undefined, value)]),
  ),
})

const both = (under: unknown, over: unknown) => (isObject(under) && isObject(over) ? { ...under, ...over } : over)

const valueAt = (scope: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), scope)

/** A value that holds no others stays as it is: what is asked of it is then nothing. */
function put(scope: Record<string, unknown>, [name = '', ...rest]: string[], value: string): void {
  if (name === '__proto__') return
  if (rest.length === 0) scope[name] = value
  else if (!Object.hasOwn(scope, name) || isObject(scope[name])) {
    const inner = { ...(scope[name] as object | undefined) }
    put(inner, rest, value)
    scope[name] = inner
  }
}
