import { Liquid } from 'liquidjs'

export interface LiquidEngines {
  /** Every output is escaped for HTML; no filter lifts that. */
  html: Liquid
  /** For plain text and subjects: nothing is escaped; a subject still needs its line breaks taken out. */
  text: Liquid
}

export interface LiquidLimits {
  /** Milliseconds of one rendering, by the clock of the thread it runs on. */
  renderMs: number
  /** Whether a variable that is not there is an error or renders as nothing. */
  strictVariables: boolean
  /** Whether rendering goes on behind an error, and tells of all of them at last. */
  collectsErrors?: boolean
}

/**
 * Two Liquid engines. Templates may never read a file (`include` reads the working directory unless told otherwise), reach a
 * prototype, switch escaping off with `raw`, or run without end. Both throw the errors of liquidjs on parsing and rendering.
 */
export function createLiquidEngines(limits: LiquidLimits): LiquidEngines {
  const options = {
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: limits.strictVariables,
    lenientIf: true,
    parseLimit: 2e5,
    renderLimit: limits.renderMs,
    memoryLimit: 2e6,
    catchAllErrors: limits.collectsErrors ?? false,
    templates: {},
  }
  return { html: closed(new Liquid({ ...options, outputEscape: 'escape' })), text: closed(new Liquid(options)) }
}

function closed(engine: Liquid): Liquid {
  for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag]
  // Taken away, `raw` would only be ignored, and built in it switches escaping off; this one does nothing at all.
  engine.registerFilter('raw', (value: unknown) => value)
  return engine
}
