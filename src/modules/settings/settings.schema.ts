import { z } from 'zod'
import { allSettings, declaration, settle } from '#core/settings/declaration.ts'
import { maskedSecret, type Setting } from '#core/settings/setting.ts'
import { examplePassword } from '#http/example-values.ts'
import { named } from '#http/shapes.ts'

type Parts = typeof declaration
type Shapes<F> = { readonly [part: string]: { readonly [key: string]: F } }

const each = <F>(make: (setting: Setting) => F): Shapes<F> =>
  Object.fromEntries(
    Object.entries(declaration).map(([part, settings]) => [
      part,
      Object.fromEntries(Object.entries(settings as Record<string, Setting>).map(([key, setting]) => [key, make(setting)])),
    ]),
  )

const isMasked = (value: unknown): boolean => value === maskedSecret

/** A secret is given as it is, or as it was shown. */
const wantedOf = ({ schema, isSecret, description }: Setting): z.ZodType =>
  (isSecret
    ? z
        .string()
        .max(4096)
        .refine((value) => isMasked(value) || schema.safeParse(value).success, { params: { code: 'format' } })
    : schema
  )
    .nullable()
    .optional()
    .meta({ description })

const wantedParts = Object.fromEntries(
  Object.entries(each(wantedOf)).map(([part, keys]) => [part, z.strictObject(keys).optional()]),
) as unknown as { [P in keyof Parts]: z.ZodOptional<z.ZodType<Readonly<Record<string, unknown>>>> }

/** A partial change: absent is unchanged, null is the default again, a secret as it was shown is unchanged. */
export const SettingsChange = named(
  'SettingsChange',
  z.strictObject({
    ...wantedParts,
    storage: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Set by `STORAGE_URL` alone: anything but what holds is 409 `state_conflict`' }),
  }),
  { security: { lockoutThreshold: 10 }, webhooks: { logRetentionDays: 60 }, features: { registration: true } },
)

/** Plain types: what is stored is not judged again. */
function shownOf(setting: Setting): z.ZodType {
  const { schema, isSecret, description } = setting
  const inner = (schema instanceof z.ZodNullable ? schema.unwrap() : schema) as z.ZodType
  const shown = isSecret ? z.string() : plainOf(inner)
  return (schema instanceof z.ZodNullable ? shown.nullable() : shown).meta({
    description: isSecret ? `${description} Shown as \`${maskedSecret}\`.` : description,
  })
}

function plainOf(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodBoolean || type instanceof z.ZodEnum) return type
  if (type instanceof z.ZodArray) return z.array(type.element instanceof z.ZodString ? z.string() : z.int())
  if (type instanceof z.ZodObject) return z.object({ limit: z.int(), windowSeconds: z.int() })
  return type instanceof z.ZodString ? z.string() : z.int()
}

const shownParts = Object.fromEntries(Object.entries(each(shownOf)).map(([part, keys]) => [part, z.object(keys)])) as unknown as {
  [P in keyof Parts]: z.ZodType<Readonly<Record<string, unknown>>>
}

/** As they hold, and where each comes from. */
export const Settings = named(
  'Settings',
  z.object({
    ...shownParts,
    storage: z
      .object({ transport: z.string(), url: z.string() })
      .meta({ description: 'Where uploads are kept, as `STORAGE_URL` says; without what opens it' }),
    sources: z
      .record(z.string(), z.enum(['default', 'environment', 'database']))
      .meta({ description: 'Of each setting (`security.bcryptCost`) who says what holds; what the environment says wins' }),
  }),
  {
    ...settle(),
    storage: { transport: 'file', url: 'file:///var/lib/tenantry/files' },
    sources: { ...Object.fromEntries(allSettings.map(({ name }) => [name, 'default' as const])), 'storage.url': 'environment' },
  } as never,
)

export const SettingsReset = named(
  'SettingsReset',
  z.strictObject({ password: z.string().min(1).max(1024).meta({ description: "The caller's own" }) }),
  { password: examplePassword },
)
