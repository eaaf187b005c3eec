import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ipaddr from 'ipaddr.js'
import type { z } from 'zod'
import type { RateLimits } from '#core/rate-limits.ts'
import { passwordProblems } from '#core/secrets/password-policy.ts'
import type { ProviderConfig } from '#outside/providers/known-providers.ts'
import { misspeltVariables } from './config.misspelt.ts'
import { providerProblems, providersOf } from './config.providers.ts'
import { type VariableName, variableNames, variables } from './config.variables.ts'

type Values = z.output<typeof variables>

/** The whole configuration of one process; nothing else of the environment is read anywhere. */
export interface Config {
  host: string
  /** 0 until it is bound, where any free port was asked for. */
  port: number
  /** Origin (scheme, host, port) of links; see `withBoundPort` for port 0. */
  publicUrl: string
  /** Null for the embedded database. */
  databaseUrl: string | null
  dataDirectory: string
  redisUrl: string | null
  corsOrigins: string[]
  /** Newest first; empty in embedded mode, which makes and keeps its own. */
  masterSecrets: string[]
  trustProxy: string[]
  /** Whether those proxies write `X-Forwarded-Host` themselves, whatever their client sent. */
  trustForwardedHost: boolean
  connectionLimits: { total: number; perClient: number }
  swagger: boolean
  rateLimits: RateLimits
  bcryptCost: number
  logLevel: Values['LOG_LEVEL']
  logRequests: Values['LOG_REQUESTS']
  metricsToken: string | null
  /** `ca`: certificates as PEM text that are trusted besides the usual ones. */
  mail: { url: string; from: string; ca: string | null; bounceSecret: string | null }
  /** `countries`: calling codes without `+`; empty for all. */
  sms: { url: string; twilioApi: string; countries: string[]; perNumberDay: number; perTenantDay: number }
  /** `file:///absolute/path`. */
  storageUrl: string
  passwordResetUrl: string
  /** `ip` or `ip:port`; empty for the system's. */
  dnsServers: string[]
  /** `retrySchedule` in seconds, `jitterPercent` added to it by chance. */
  webhooks: { allowsPrivate: boolean; retrySchedule: number[]; jitterPercent: number; timeoutMs: number }
  /** Those through which people may sign in; null for one that is off. */
  providers: ProviderConfig
  serviceName: string
  bootstrap: { email: string; password: string | null }
  accessTokenMinutes: number
  refreshReuseGraceSeconds: number
  /** Where traces go; null where none are kept. */
  traces: { endpoint: string; headers: Record<string, string> } | null
  failAt: string | null
  environment: Values['NODE_ENV']
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
  if (texts.FAIL_AT && texts.NODE_ENV !== 'test') problems.push({ variable: 'FAIL_AT', reason: 'is only allowed with NODE_ENV=test' })
  const parsed = variables.safeParse(texts)
  for (const issue of parsed.error?.issues ?? []) problems.push({ variable: String(issue.path[0]), reason: issue.message })
  if (parsed.data?.TRUST_FORWARDED_HOST === 'on' && parsed.data.TRUST_PROXY.length === 0)
    problems.push({ variable: 'TRUST_FORWARDED_HOST', reason: 'is only allowed with TRUST_PROXY' })
  if (parsed.success) problems.push(...providerProblems(parsed.data))
  if (parsed.success && isWeakBootstrap(parsed.data))
    problems.push({ variable: 'BOOTSTRAP_ADMIN_PASSWORD', reason: "is common, or is one of its account's own names" })
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems)
  const known = variableNames.flatMap((name) => [name, `${name}_FILE`])
  return deepFreeze({ ...arrange(parsed.data), misspelt: misspeltVariables(Object.keys(env), known) })
}

/** The values as text: each variable itself, or the content of the file that its `NAME_FILE` names, without the line's end. */
function readTexts(env: NodeJS.ProcessEnv) {
  const texts: Partial<Record<VariableName, string>> = {}
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

function arrange(values: Values): Omit<Config, 'misspelt'> {
  const publicUrl = values.PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    databaseUrl: values.DATABASE_URL ?? null,
    dataDirectory: resolve(values.DATA_DIR),
    redisUrl: values.REDIS_URL ?? null,
    corsOrigins: values.CORS_ORIGINS,
    masterSecrets: values.MASTER_SECRET ?? [],
    trustProxy: values.TRUST_PROXY,
    trustForwardedHost: values.TRUST_FORWARDED_HOST === 'on',
    connectionLimits: { total: values.MAX_CONNECTIONS, perClient: values.MAX_CONNECTIONS_PER_CLIENT },
    swagger: values.SWAGGER === 'on',
    rateLimits: rateLimits(values),
    bcryptCost: values.BCRYPT_COST,
    logLevel: values.LOG_LEVEL,
    logRequests: values.LOG_REQUESTS,
    metricsToken: values.METRICS_TOKEN ?? null,
    mail: { url: values.MAIL_URL, from: values.MAIL_FROM, ca: values.MAIL_CA ?? null, bounceSecret: values.EMAIL_BOUNCE_SECRET ?? null },
    sms: {
      url: values.SMS_URL,
      twilioApi: values.TWILIO_API_URL,
      countries: values.SMS_COUNTRIES,
      perNumberDay: values.SMS_PER_NUMBER_DAY,
      perTenantDay: values.SMS_PER_TENANT_DAY,
    },
    storageUrl: pathToFileURL(values.STORAGE_URL?.slice('file:'.length) ?? `${values.DATA_DIR}/files`).href,
    passwordResetUrl: values.PASSWORD_RESET_URL ?? resetPage(publicUrl),
    dnsServers: values.DNS_SERVERS ?? [],
    webhooks: {
      allowsPrivate: values.WEBHOOK_ALLOW_PRIVATE === 'on',
      retrySchedule: values.WEBHOOK_RETRY_SCHEDULE,
      jitterPercent: values.WEBHOOK_RETRY_JITTER,
      timeoutMs: values.WEBHOOK_TIMEOUT_MS,
    },
    providers: providersOf(values),
    serviceName: values.SERVICE_NAME,
    bootstrap: { email: values.BOOTSTRAP_ADMIN_EMAIL, password: values.BOOTSTRAP_ADMIN_PASSWORD ?? null },
    accessTokenMinutes: values.ACCESS_TOKEN_MINUTES,
    refreshReuseGraceSeconds: values.REFRESH_REUSE_GRACE_SECONDS,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, headers: values.OTEL_EXPORTER_OTLP_HEADERS }
      : null,
    failAt: values.FAIL_AT ?? null,
    environment: values.NODE_ENV,
  }
}

/** The first password must hold against guessing like every other: known defaults never open a new service. */
function isWeakBootstrap({ BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password }: Values): boolean {
  return password !== undefined && passwordProblems(password, serviceDefaultRules, { email, username: 'superadmin' }).length > 0
}

const serviceDefaultRules = { minLength: 8, requireUppercase: false, requireNumber: false, requireSpecial: false }

const rateLimits = (values: Values): RateLimits => ({
  enabled: values.RATE_LIMITS === 'on',
  groups: {
    global: values.RATE_LIMIT_GLOBAL,
    auth: values.RATE_LIMIT_AUTH,
    'otp-send': values.RATE_LIMIT_OTP_SEND,
    'otp-verify': values.RATE_LIMIT_OTP_VERIFY,
    'password-reset': values.RATE_LIMIT_PASSWORD_RESET,
    'token-refresh': values.RATE_LIMIT_TOKEN_REFRESH,
  },
  otp: {
    cooldownSeconds: values.OTP_COOLDOWN_SECONDS,
    sendsPerAccountHour: values.OTP_SENDS_PER_ACCOUNT_HOUR,
    sendsPerTenantDay: values.OTP_SENDS_PER_TENANT_DAY,
    wrongCodesPerDay: values.OTP_WRONG_CODES_PER_DAY,
  },
})

const resetPage = (publicUrl: string) => `${publicUrl}/reset-password`

const anyPort = 'http://127.0.0.1:0'

/** The configuration with the port that was bound, in the default addresses too, where `PORT` was 0. */
export function withBoundPort(config: Config, port: number): Config {
  const publicUrl = config.publicUrl === anyPort ? `http://127.0.0.1:${port}` : config.publicUrl
  const passwordResetUrl = config.passwordResetUrl === resetPage(anyPort) ? resetPage(publicUrl) : config.passwordResetUrl
  return deepFreeze({ ...config, port, publicUrl, passwordResetUrl })
}

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
    const schema = variables.shape[name]
    const meta = schema.meta()
    const preset = 'defaultValue' in schema._zod.def ? String(schema._zod.def.defaultValue) : String(meta?.default ?? '')
    return `| \`${name}\` | ${preset === '' ? 'none' : `\`${preset}\``} | ${meta?.description?.replaceAll('|', '\\|')} |`
  })
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}
