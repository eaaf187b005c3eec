import { z } from 'zod'
import { allSettings, type NamedSetting } from '#core/settings/declaration.ts'
import * as format from '#core/settings/formats.ts'
import { accountKey, accountSignature, mailUrl, smsUrl, storageUrl } from './config.formats.ts'

/**
 * Environment variables that are read once, at start, with their form, their default (as it would be written) and their one sentence for
 * the manual. Why none of them can change while a process runs stands in `whyFixed`. All others are settings (`core/settings`).
 * A variable may also be given as `NAME_FILE`, the path of a file that holds the value. An empty value counts as none.
 */
export const fixedVariables = z.object({
  HOST: format.host().prefault('127.0.0.1').describe('Address to listen on.'),
  PORT: format.integer(0, 65535).prefault('8080').describe('Port to listen on; 0 takes any free one.'),
  NODE_ENV: format
    .choice('production', 'development', 'test')
    .prefault('production')
    .describe('What the process is run for; test allows fault injection.'),

  DATABASE_URL: format
    .url('postgres:', 'postgresql:')
    .optional()
    .meta({ description: 'PostgreSQL 15 or newer; without it an embedded database in DATA_DIR.', default: 'embedded' }),
  DATA_DIR: format
    .line(4096)
    .prefault('./data')
    .describe('Directory of the embedded database, the outbox of mails and texts, uploads and the generated master secret.'),
  REDIS_URL: format.url('redis:', 'rediss:').optional().describe('Redis in which several processes share their rate limits.'),
  STORAGE_URL: storageUrl().optional().meta({
    description:
      'Where uploads are kept: file: and a directory, s3://bucket/prefix?region=…, azure://account/container/prefix or gcs://bucket/prefix (docs/storage.md).',
    default: 'file:DATA_DIR/files',
  }),
  AZURE_STORAGE_KEY: accountKey()
    .optional()
    .describe('Key of the account of an azure: STORAGE_URL. S3 and Google Cloud have variables of their own (docs/storage.md).'),
  AZURE_STORAGE_SAS_TOKEN: accountSignature()
    .optional()
    .describe('In place of the key: a shared access signature that may read, add, create, write, delete and list blobs of the container.'),
  TO_AZURE_STORAGE_KEY: accountKey()
    .optional()
    .describe('Read by storage copy alone: key of the account that --to names, where it is another one than that of --from.'),
  TO_AZURE_STORAGE_SAS_TOKEN: accountSignature().optional().describe('In place of that key: a shared access signature.'),
  UPLOAD_MAX_BYTES: format
    .integer(1024, 1024 * 1024 * 1024)
    .prefault(String(10 * 1024 * 1024))
    .describe('Bytes of one uploaded file; avatars and logos have limits of their own.'),
  BACKUP_DIR: format.line(4096).optional().meta({
    description: 'Directory in which the embedded service keeps a backup of each of the last seven nights; not with DATABASE_URL.',
    default: 'off',
  }),

  MASTER_SECRET: format.secrets(32).optional().meta({
    description: 'Wraps every stored key, 32 bytes or more; new,old while rotating; required with DATABASE_URL.',
    default: 'made and kept in DATA_DIR',
  }),
  BOOTSTRAP_ADMIN_EMAIL: format.email().prefault('superadmin@tenantry.local').describe('Address of the first SuperAdmin.'),
  BOOTSTRAP_ADMIN_PASSWORD: z
    .string()
    .refine((value) => [...value].length >= 8 && [...value].length <= 128, 'must have 8 to 128 characters')
    .optional()
    .meta({ description: 'Password of the first SuperAdmin.', default: 'made and printed once' }),

  TRUST_PROXY: format.proxies().prefault('').describe('Comma list of addresses, networks or loopback whose X-Forwarded-For is believed.'),
  TRUST_FORWARDED_HOST: format
    .choice('on', 'off')
    .prefault('off')
    .describe('on: the proxies of TRUST_PROXY set X-Forwarded-Host themselves, and it counts instead of Host.'),
  SWAGGER: format.choice('on', 'off').prefault('on').describe('off: /swagger and its documents are not found.'),

  OTEL_EXPORTER_OTLP_ENDPOINT: format.url('http:', 'https:').optional().meta({
    description: 'Receiver of OpenTelemetry traces (OTLP over HTTP, /v1/traces below it); none are kept without.',
    default: 'off',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: format
    .headers()
    .prefault('')
    .describe('Comma list of name=value that go with the traces, such as authorization; values percent-encoded.'),
  FAIL_AT: format.line(100).optional().describe('Point at which the process fails on purpose; only with NODE_ENV=test.'),

  MAIL_URL: mailUrl().optional().meta({
    description:
      'Relay, smtp:// or smtps://user:password@host:port; without TLS nothing goes to another machine unless ?requireTls=false. outbox: writes files below DATA_DIR/outbox.',
    default: 'outbox:',
  }),
  SMS_URL: smsUrl().optional().meta({
    description:
      'Gateway for texts, http(s)://user:password@host/path, or twilio://SID:TOKEN@+15550100; log writes files below DATA_DIR/outbox.',
    default: 'log',
  }),
})

export type FixedName = keyof typeof fixedVariables.shape

/** Those two set several settings at once (`config.settings.ts`), and so are none of the fixed ones for the manual. */
export const composed = { MAIL_URL: 'email', SMS_URL: 'sms' } as const

/** Why a variable is not a setting. */
export const whyFixed: Readonly<Record<Exclude<FixedName, keyof typeof composed>, string>> = {
  HOST: 'bound at start',
  PORT: 'bound at start',
  NODE_ENV: 'says what the process is',
  DATABASE_URL: 'the settings themselves are there',
  DATA_DIR: 'opened and locked at start',
  REDIS_URL: 'a count shared by some processes only would be none',
  STORAGE_URL: 'what was stored elsewhere would be gone',
  AZURE_STORAGE_KEY: 'opens what STORAGE_URL names',
  AZURE_STORAGE_SAS_TOKEN: 'opens what STORAGE_URL names',
  TO_AZURE_STORAGE_KEY: 'read by a command',
  TO_AZURE_STORAGE_SAS_TOKEN: 'read by a command',
  UPLOAD_MAX_BYTES: 'the proxies in front have a limit of their own, set with it',
  BACKUP_DIR: 'what opens everything together with the master secret is placed by whoever runs the machine',
  MASTER_SECRET: 'opens the secrets among the settings',
  BOOTSTRAP_ADMIN_EMAIL: 'read at the first start only',
  BOOTSTRAP_ADMIN_PASSWORD: 'read at the first start only',
  TRUST_PROXY: 'known to whoever runs the network: over the API a client could choose its own address',
  TRUST_FORWARDED_HOST: 'known to whoever runs the network: over the API a client could choose its own host',
  SWAGGER: 'its pages are made at start',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'instruments are loaded at start, before anything else',
  OTEL_EXPORTER_OTLP_HEADERS: 'instruments are loaded at start, before anything else',
  FAIL_AT: 'armed at start',
}

/** A setting as the variable of the same meaning. */
const variableOf = ({ format, preset, text, presetText, description }: NamedSetting): z.ZodType =>
  preset === null || presetText !== undefined
    ? format.optional().meta({ description, ...(presetText !== undefined && { default: presetText }) })
    : format.prefault(text(preset)).describe(description)

/** Every variable, in the order of the manual. */
export const variables: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ...Object.entries(fixedVariables.shape),
  ...allSettings.flatMap((setting): [string, z.ZodType][] => (setting.variable ? [[setting.variable, variableOf(setting)]] : [])),
])

export const variableNames: readonly string[] = [...variables.keys()]

/** What the manual says that a variable is where it is not given; the text itself where that is a value. */
export function presetOf(name: string): { isValue: boolean; text: string } {
  const schema = variables.get(name)!
  const { def } = schema._zod
  return 'defaultValue' in def
    ? { isValue: true, text: String(def.defaultValue) }
    : { isValue: false, text: String(schema.meta()?.default ?? '') }
}

/** The settings that a variable sets. */
export const settingsOf = (name: string): readonly NamedSetting[] =>
  allSettings.filter(({ variable, partOf }) => variable === name || partOf === name)
