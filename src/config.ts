import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ipaddr from 'ipaddr.js'
import type { z } from 'zod'
import { passwordProblems } from '#core/secrets/password-policy.ts'
import { type Given, type SettingValues, settle } from '#core/settings/declaration.ts'
import type { AzureAccess } from '#outside/storage/storage-url.ts'
import { misspeltVariables } from './config.misspelt.ts'
import { givenSettings, providerProblems, type SettledConfig, settledConfig, type WaysOut, withWaysOut } from './config.settings.ts'
import { fixedVariables, presetOf, settingsOf, variableNames, variables, whyFixed } from './config.variables.ts'

type Values = z.output<typeof fixedVariables>

/** The whole configuration of one process; nothing else of the environment is read anywhere. */
export interface Config extends SettledConfig {
  host: string
  /** 0 until it is bound, where any free port was asked for. */
  port: number
  /** Null for the embedded database. */
  databaseUrl: string | null
  dataDirectory: string
  redisUrl: string | null
  /** Newest first; empty in embedded mode, which makes and keeps its own. */
  masterSecrets: string[]
  trustProxy: string[]
  /** Whether those proxies write `X-Forwarded-Host` themselves, whatever their client sent. */
  trustForwardedHost: boolean
  swagger: boolean
  /** `file:///absolute/path`, or the place of a bucket (`storagePlace`). */
  storageUrl: string
  /** What opens a container of Azure; null where none is given. */
  azureAccess: AzureAccess | null
  /** What opens a container of another account of Azure, into which files are copied; null where none is given. */
  targetAzureAccess: AzureAccess | null
  uploadMaxBytes: number
  /** Where the nightly backups go; null where none are made. */
  backupDirectory: string | null
  bootstrap: { email: string; password: string | null }
  /** Where traces go; null where none are kept. */
  traces: { endpoint: string; headers: Record<string, string> } | null
  failAt: string | null
  environment: Values['NODE_ENV']
  /** What the environment sets of the settings: it wins over what the API sets. */
  given: Given
  ways: WaysOut
  /** Whether the environment says where uploads are kept. */
  isStorageGiven: boolean
  /** One sentence for each variable that looks like a slip of one of these. */
  misspelt: string[]
}

/** Every variable that is wrong, with the reason but never the value. The process ends with code 78 (sysexits.h, EX_CONFIG). */
export class ConfigurationError extends Error {
  readonly problems: { variable: string; reason: string }[]

  constructor(problems: { variable: string; reason: string }[]) {
    super(`configuration: ${problems.map((problem) => `${problem.variable} ${problem.reason}`).join('; ')}`)
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

/** Reads and checks the environment. Throws `ConfigurationError` with all that is wrong at once. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { texts, problems } = readTexts(env)
  if (texts.DATABASE_URL && !texts.MASTER_SECRET && !problems.some((problem) => problem.variable.startsWith('MASTER_SECRET')))
    problems.push({ variable: 'MASTER_SECRET', reason: 'is required with DATABASE_URL' })
  if (texts.DATABASE_URL && texts.BACKUP_DIR)
    problems.push({ variable: 'BACKUP_DIR', reason: 'is for the embedded database: with DATABASE_URL, run `tenantry backup` by a timer' })
  if (texts.FAIL_AT && texts.NODE_ENV !== 'test') problems.push({ variable: 'FAIL_AT', reason: 'is only allowed with NODE_ENV=test' })
  const parsed = fixedVariables.safeParse(texts)
  for (const issue of parsed.error?.issues ?? []) problems.push({ variable: String(issue.path[0]), reason: issue.message })
  if (parsed.data?.TRUST_FORWARDED_HOST === 'on' && parsed.data.TRUST_PROXY.length === 0)
    problems.push({ variable: 'TRUST_FORWARDED_HOST', reason: 'is only allowed with TRUST_PROXY' })
  if (parsed.success) problems.push(...azureProblems(parsed.data))
  const settings = givenSettings(texts)
  problems.push(...settings.problems)
  if (settings.problems.length === 0) problems.push(...providerProblems(settle(settings.given)))
  if (parsed.success && isWeakBootstrap(parsed.data))
    problems.push({ variable: 'BOOTSTRAP_ADMIN_PASSWORD', reason: "is common, or is one of its account's own names" })
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems)
  const known = variableNames.flatMap((name) => [name, `${name}_FILE`])
  return deepFreeze({ ...arrange(parsed.data, settings.given), misspelt: misspeltVariables(Object.keys(env), known) })
}

/** The values as text: each variable itself, or the content of the file that its `NAME_FILE` names, without the line's end. */
function readTexts(env: NodeJS.ProcessEnv) {
  const texts: Partial<Record<string, string>> = {}
  const problems: { variable: string; reason: string }[] = []
  for (const name of variableNames) {
    const value = env[name]?.trim() === '' ? undefined : env[name]
    const file = env[`${name}_FILE`]?.trim()
    if (value && file) problems.push({ variable: name, reason: `must not be given beside ${name}_FILE` })
    if (value) texts[name] = value
    else if (file) {
      const content = readFile(file)
      if (content) texts[name] = content
      else problems.push({ variable: `${name}_FILE`, reason: content === '' ? 'names an empty file' : 'names a file that cannot be read' })
    }
  }
  return { texts, problems }
}

function readFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return null
  }
}

/** What a `STORAGE_URL` names, with a folder from the root on. */
export const absoluteStorageUrl = (url: string): string => (url.startsWith('file:') ? pathToFileURL(url.slice('file:'.length)).href : url)

function azureAccess(key: string | undefined, signature: string | undefined): AzureAccess | null {
  if (key !== undefined) return { key }
  return signature === undefined ? null : { signature }
}

function azureProblems(values: Values): { variable: string; reason: string }[] {
  const twice = (['', 'TO_'] as const)
    .filter((prefix) => values[`${prefix}AZURE_STORAGE_KEY`] !== undefined && values[`${prefix}AZURE_STORAGE_SAS_TOKEN`] !== undefined)
    .map((prefix) => ({
      variable: `${prefix}AZURE_STORAGE_KEY`,
      reason: `must not be given beside ${prefix}AZURE_STORAGE_SAS_TOKEN`,
    }))
  const isMissing = values.AZURE_STORAGE_KEY === undefined && values.AZURE_STORAGE_SAS_TOKEN === undefined
  return values.STORAGE_URL?.startsWith('azure:') && isMissing
    ? [...twice, { variable: 'AZURE_STORAGE_KEY', reason: 'or AZURE_STORAGE_SAS_TOKEN is required with a STORAGE_URL of azure:' }]
    : twice
}

function arrange(values: Values, inEnvironment: Given): Omit<Config, 'misspelt'> {
  const ways = { mailUrl: values.MAIL_URL ?? null, smsUrl: values.SMS_URL ?? null }
  const given = withWaysOut(inEnvironment, ways)
  return {
    ...settledConfig(settle(given), values.PORT, ways),
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL ?? null,
    dataDirectory: resolve(values.DATA_DIR),
    redisUrl: values.REDIS_URL ?? null,
    masterSecrets: values.MASTER_SECRET ?? [],
    trustProxy: values.TRUST_PROXY,
    trustForwardedHost: values.TRUST_FORWARDED_HOST === 'on',
    swagger: values.SWAGGER === 'on',
    storageUrl: absoluteStorageUrl(values.STORAGE_URL ?? `file:${values.DATA_DIR}/files`),
    azureAccess: azureAccess(values.AZURE_STORAGE_KEY, values.AZURE_STORAGE_SAS_TOKEN),
    targetAzureAccess: azureAccess(values.TO_AZURE_STORAGE_KEY, values.TO_AZURE_STORAGE_SAS_TOKEN),
    uploadMaxBytes: values.UPLOAD_MAX_BYTES,
    backupDirectory: values.BACKUP_DIR === undefined ? null : resolve(values.BACKUP_DIR),
    bootstrap: { email: values.BOOTSTRAP_ADMIN_EMAIL, password: values.BOOTSTRAP_ADMIN_PASSWORD ?? null },
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, headers: values.OTEL_EXPORTER_OTLP_HEADERS }
      : null,
    failAt: values.FAIL_AT ?? null,
    environment: values.NODE_ENV,
    given,
    ways,
    isStorageGiven: values.STORAGE_URL !== undefined,
  }
}

/** The first password must hold against guessing like every other: known defaults never open a new service. */
function isWeakBootstrap({ BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password }: Values): boolean {
  return password !== undefined && passwordProblems(password, serviceDefaultRules, { email, username: 'superadmin' }).length > 0
}

const serviceDefaultRules = { minLength: 8, requireUppercase: false, requireNumber: false, requireSpecial: false }

/** The configuration as settings have it now. */
export const withSettings = (config: Config, values: SettingValues): Config =>
  deepFreeze({ ...config, ...settledConfig(values, config.port, config.ways) })

/** The configuration with the port that was bound, in the default addresses too, where `PORT` was 0. */
export const withBoundPort = (config: Config, port: number): Config => withSettings({ ...config, port }, settle(config.given))

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}

const isLoopback = (name: string) => name === 'localhost' || (isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback')

const isPlainHttpAway = (url: string) => url.startsWith('http:') && !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))

/** One sentence for each setting that is lawful but unsafe on a machine that others reach, or that nobody reads; secrets are never in it. */
export function configWarnings(config: Config): string[] {
  if (config.environment !== 'production') return config.misspelt
  const publicUrl = new URL(config.publicUrl)
  const publicHost = publicUrl.hostname.replace(/^\[|\]$/g, '')
  const reachable = !isLoopback(config.host) || !isLoopback(publicHost)
  const warnings: [boolean, string][] = [
    [!config.rateLimits.enabled, 'RATE_LIMITS=off: passwords and codes can be guessed without limit'],
    [config.bcryptCost < 10, 'BCRYPT_COST below 10: stolen password hashes are quickly broken'],
    [publicUrl.protocol === 'http:' && !isLoopback(publicHost), 'PUBLIC_URL is plain http: passwords and tokens can be read on the way'],
    [reachable && isLoopback(publicHost), 'PUBLIC_URL is this machine only: links in mails will not work for others'],
    [reachable && config.databaseUrl === null, 'DATABASE_URL is not set: the embedded database serves one process and has no replica'],
    [reachable && config.mail.url === 'outbox:', 'MAIL_URL is outbox: mails are written to files and not sent'],
    [config.mail.url.startsWith('smtp') && config.mail.from.includes('@tenantry.local'), 'MAIL_FROM is not set: mails will be refused'],
    [reachable && config.sms.url === 'log', 'SMS_URL is log: texts are written to files and not sent'],
    [
      isPlainHttpAway(new URL(config.storageUrl).searchParams.get('endpoint') ?? ''),
      'STORAGE_URL names a plain http endpoint: files can be read on the way',
    ],
    [isPlainHttpAway(config.sms.url), 'SMS_URL is plain http: codes, and the password of the gateway, can be read on the way'],
    [
      config.corsOrigins.some((origin) => origin.startsWith('http:') && !isLoopback(new URL(origin).hostname)),
      'CORS_ORIGINS names a plain http origin',
    ],
    [config.logLevel === 'silent', 'LOG_LEVEL=silent: faults leave no trace'],
  ]
  return [...config.misspelt, ...warnings.filter(([applies]) => applies).map(([, sentence]) => sentence)]
}

/** The Markdown table of every variable for the generated manual. */
export function configurationTable(): string {
  const rows = variableNames.map((name) => {
    const { text } = presetOf(name)
    const names = settingsOf(name).map((setting) => `\`${setting.name}\``)
    const setting = names.length === 0 ? `none: ${whyFixed[name as keyof typeof whyFixed]}` : names.join(', ')
    const description = variables.get(name)!.meta()?.description?.replaceAll('|', '\\|')
    return `| \`${name}\` | ${text === '' ? 'none' : `\`${text}\``} | ${setting} | ${description} |`
  })
  return ['| Variable | Default | Setting | Meaning |', '|---|---|---|---|', ...rows].join('\n')
}
