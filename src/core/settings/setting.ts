import { z } from 'zod'
import type { RateBudget } from '#core/rate-limits.ts'
import { weakness } from '#core/secrets/secret-strength.ts'
import * as format from './formats.ts'

/** One setting of the service: what it may be, what it is where nobody says anything, and where it may be set besides. */
export interface Setting<T = unknown> {
  /** As the API takes it, with its bounds. */
  readonly schema: z.ZodType<T>
  /** As an environment variable spells it. */
  readonly format: z.ZodType<T, string>
  /** A value as that text. */
  readonly text: (value: T) => string
  /** Null: nothing, where that is a value. */
  readonly preset: T
  /** What the manual says the preset is, where the value itself says too little. */
  readonly presetText?: string
  /** Who sets it could read codes, be anybody, or reach into the network around the service: no permission is enough. */
  readonly isSuperAdminOnly?: boolean
  /** Sealed at rest and never shown. */
  readonly isSecret?: boolean
  /** The environment variable that sets it, and wins; none for one that the API alone sets. */
  readonly variable?: string
  /** The variable that sets it together with others. */
  readonly partOf?: string
  /** One sentence for the manual and the API document. */
  readonly description: string
}

/** What stands for a secret that is set, wherever it is shown; sent back it changes nothing. */
export const maskedSecret = '********'

/** What is told of a setting besides its form. */
type Told<T> = Pick<Setting<T>, 'presetText' | 'isSecret' | 'isSuperAdminOnly' | 'variable' | 'partOf' | 'description'>

interface Form<T> {
  readonly schema: z.ZodType<T>
  readonly format: z.ZodType<T, string>
  readonly text: (value: T) => string
}

/** A setting of some form. */
export const setting = <T>(form: Form<T>, preset: T, told: Told<T>): Setting<T> => ({ ...form, preset, ...told })

/** A setting of some form, where null is a value: nothing. */
export const optional = <T>(form: Form<T>, told: Told<T | null>): Setting<T | null> => ({
  schema: form.schema.nullable(),
  format: form.format as z.ZodType<T | null, string>,
  text: (value) => (value === null ? '' : form.text(value)),
  preset: null,
  ...told,
})

/** What the variable's own form takes. */
const accepts = (form: z.ZodType, text: string) => form.safeParse(text).success

const asText = (form: z.ZodType<string, string>, mostLetters: number): Form<string> => ({
  schema: z
    .string()
    .min(1)
    .max(mostLetters)
    .refine((value) => accepts(form, value), { params: { code: 'format' } }),
  format: form,
  text: (value) => value,
})

/** A comma list of texts: no item may hold a comma. */
const asList = (form: z.ZodType<string[], string>): Form<string[]> => ({
  schema: z
    .array(
      z
        .string()
        .min(1)
        .max(300)
        .refine((item) => !item.includes(',') && accepts(form, item), { params: { code: 'format' } }),
    )
    .max(100),
  format: form,
  text: (items) => items.join(','),
})

export const whole = (minimum: number, maximum: number): Form<number> => ({
  schema: z.int().min(minimum).max(maximum),
  format: format.integer(minimum, maximum),
  text: String,
})

export const flag = (): Form<boolean> => ({
  schema: z.boolean(),
  format: format.choice('on', 'off').transform((value) => value === 'on'),
  text: (value) => (value ? 'on' : 'off'),
})

export const choice = <const T extends string>(...values: T[]): Form<T> => ({
  schema: z.enum(values) as unknown as z.ZodType<T>,
  format: format.choice(...values) as unknown as z.ZodType<T, string>,
  text: (value) => value,
})

export const line = (maximum: number, unlike = ''): Form<string> => asText(format.line(maximum, unlike), maximum)
export const name = (maximum: number, unlike = ''): Form<string> => asText(format.name(maximum, unlike), maximum)
export const host = (): Form<string> => asText(format.host(), 253)
export const origin = (): Form<string> => asText(format.origin(), 2048)
export const webAddress = (): Form<string> => asText(format.webAddress(), 2048)
export const openAddress = (): Form<string> => asText(format.openAddress(), 2048)
export const issuer = (mark = ''): Form<string> => asText(format.issuer(mark), 2048)
export const mailbox = (): Form<string> => asText(format.mailbox(), 400)
export const certificates = (): Form<string> => asText(format.certificates(), 65_536)
export const privateKey = (): Form<string> => asText(format.privateKey(), 4096)
/** A secret of ours that others show to us. */
export const sharedSecret = (bytes: number): Form<string> => ({
  schema: z
    .string()
    .max(1000)
    .refine((value) => weakness(value, bytes) === null, { params: { code: 'format' } }),
  format: format.secret(bytes),
  text: (value) => value,
})

export const origins = () => asList(format.origins())
export const nameServers = () => asList(format.nameServers())
export const callingCodes = () => asList(format.callingCodes())

export const waits = (): Form<number[]> => ({
  schema: z.array(z.int().min(0).max(604_800)).min(1).max(20),
  format: format.waits(),
  text: (value) => value.join(','),
})

export const budget = (): Form<RateBudget> => ({
  schema: z.strictObject({ limit: z.int().min(1).max(9_999_999), windowSeconds: z.int().min(1).max(99_999) }),
  format: format.budget(),
  text: ({ limit, windowSeconds }) => `${limit}/${windowSeconds}`,
})
