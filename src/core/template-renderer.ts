/** Texts of one message in Liquid, as tenants write them. */
export interface TemplateTexts {
  readonly subject: string
  readonly bodyHtml: string
  /** Null: made from the HTML of each rendering. */
  readonly bodyText: string | null
}

/** What the mails of the service are about and nobody else may learn. */
export const secretNames = ['code', 'password', 'link'] as const
export type SecretName = (typeof secretNames)[number]

/** What stands for secrets while others' texts are rendered. */
export type SecretPlaces = Readonly<Partial<Record<SecretName, string>>>

export type RenderTask =
  | {
      /** Whether these texts can be rendered at all, and what they ask for; each by the field it is called by. */
      readonly kind: 'check'
      readonly texts: Readonly<Record<string, string>>
    }
  | {
      /** As it is sent. */
      readonly kind: 'render'
      readonly texts: TemplateTexts
      readonly variables: object
      /** A variable that is not there is missed; else it renders as nothing. */
      readonly strict: boolean
      /** Stand in `variables`, must come out whole, and only where they are read: never in an address or a subject. */
      readonly places?: SecretPlaces
      /** Those that may be left out of the texts. */
      readonly optional?: readonly SecretName[]
    }
  | {
      /** As it would look: what is not given is filled up. */
      readonly kind: 'preview'
      readonly texts: TemplateTexts
      readonly variables: object
      /** Values by name for what is not given; what has none either shows its own name in brackets. */
      readonly examples: object
    }

export interface RenderedTexts {
  readonly subject: string
  readonly html: string
  readonly text: string
}

export type Checked = {
  readonly kind: 'checked'
  /** The variables that each text asks for, by their first names. */
  readonly variables: Readonly<Record<string, readonly string[]>>
}
export type Rendered = { readonly kind: 'rendered' } & RenderedTexts
export type Previewed = { readonly kind: 'previewed' } & RenderedTexts & {
    readonly variablesUsed: Readonly<Record<string, unknown>>
    readonly missingVariables: readonly string[]
    readonly unknownVariables: readonly string[]
  }

/** Why there is no rendering. Lines and columns count from 1. */
export type RenderFault =
  | { readonly kind: 'template_syntax_error'; readonly field: string; readonly line: number; readonly column: number }
  | { readonly kind: 'template_render_error'; readonly field: string; readonly line: number }
  | { readonly kind: 'template_limit_exceeded'; readonly field: string | null }
  | { readonly kind: 'template_variables_missing'; readonly missing: readonly string[] }
  | { readonly kind: 'template_secret_misplaced'; readonly field: string; readonly secret: SecretName }
  /** Too much waits already; nothing was rendered. */
  | { readonly kind: 'busy' }

export type AnswerTo<T extends RenderTask> = RenderFault | { check: Checked; render: Rendered; preview: Previewed }[T['kind']]

/** Renders texts that nobody of ours wrote, apart from everything else of the process. */
export interface TemplateRenderer {
  /**
   * @param key whose texts they are: of one key one is rendered at a time, and few wait
   * @param waitMs how long to wait for a turn; past it the answer is `busy`
   */
  ask<const T extends RenderTask>(key: string, task: T, waitMs: number): Promise<AnswerTo<T>>
  close(): Promise<void>
}
