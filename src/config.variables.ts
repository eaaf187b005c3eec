import { z } from 'zod'
import * as format from './config.formats.ts'

/**
 * Every environment variable, with its form, its default (as it would be written) and its one sentence for the manual.
 * A variable may also be given as `NAME_FILE`, the path of a file that holds the value. An empty value counts as none.
 */
export const variables = z.object({
  HOST: format.host().prefault('127.0.0.1').describe('Address to listen on.'),
  PORT: format.integer(0, 65535).prefault('8080').describe('Port to listen on; 0 takes any free one.'),
  PUBLIC_URL: format
    .origin()
    .optional()
    .meta({ description: 'Address by which people reach the service, used in links.', default: 'http://127.0.0.1:PORT' }),
  NODE_ENV: format
    .choice('production', 'development', 'test')
    .prefault('production')
    .describe('What the process is run for; test allows fault injection.'),
  SERVICE_NAME: format.line(60, ':').prefault('Tenantry').describe('Name shown in mails and authenticator apps.'),

  DATABASE_URL: format
    .url('postgres:', 'postgresql:')
    .optional()
    .meta({ description: 'PostgreSQL 15 or newer; without it an embedded database in DATA_DIR.', default: 'embedded' }),
  DATA_DIR: format
    .line(4096)
    .prefault('./data')
    .describe('Directory of the embedded database, the outbox of mails and texts, uploads and the generated master secret.'),
  REDIS_URL: format.url('redis:', 'rediss:').optional().describe('Redis in which several processes share their rate limits.'),
  STORAGE_URL: format
    .line(4096)
    .refine((value) => /^file:./.test(value), 'must be file: followed by a directory')
    .optional()
    .meta({ description: 'Where uploads are kept: file: and a directory.', default: 'file:DATA_DIR/files' }),

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
  METRICS_TOKEN: format.secret(16).optional().meta({ description: 'Bearer token that opens /metrics, 16 bytes or more.', default: 'off' }),
  BCRYPT_COST: format.integer(4, 15).prefault('12').describe('Work factor of password hashes; each step doubles it.'),
  ACCESS_TOKEN_MINUTES: format.integer(1, 60).prefault('15').describe('Life of an access token where its tenant sets none.'),
  REFRESH_REUSE_GRACE_SECONDS: format
    .integer(0, 300)
    .prefault('10')
    .describe('Seconds after its use in which a refresh token sent again is refused but not taken for theft.'),

  CORS_ORIGINS: format.origins().prefault('').describe('Comma list of web origins whose pages may call the service.'),
  TRUST_PROXY: format.proxies().prefault('').describe('Comma list of addresses, networks or loopback whose X-Forwarded-For is believed.'),
  TRUST_FORWARDED_HOST: format
    .choice('on', 'off')
    .prefault('off')
    .describe('on: the proxies of TRUST_PROXY set X-Forwarded-Host themselves, and it counts instead of Host.'),
  MAX_CONNECTIONS: format
    .integer(10, 1_000_000)
    .prefault('4000')
    .describe('Connections open at once; behind them the one that has been idle longest is closed.'),
  MAX_CONNECTIONS_PER_CLIENT: format
    .integer(1, 1_000_000)
    .prefault('1000')
    .describe('Connections open at once of one client (an IPv6 client by its /64); the proxies of TRUST_PROXY are no clients.'),
  SWAGGER: format.choice('on', 'off').prefault('on').describe('off: /swagger and its documents are not found.'),

  RATE_LIMITS: format.choice('on', 'off').prefault('on').describe('off lifts limits, cooldowns and caps, for tests and load runs only.'),
  RATE_LIMIT_GLOBAL: format.budget().prefault('100/60').describe('Requests/seconds of one client over all ordinary operations.'),
  RATE_LIMIT_AUTH: format.budget().prefault('10/300').describe('Sign-ins/seconds of one client.'),
  RATE_LIMIT_OTP_SEND: format.budget().prefault('5/3600').describe('Codes sent/seconds for one client.'),
  RATE_LIMIT_OTP_VERIFY: format.budget().prefault('10/300').describe('Codes tried/seconds by one client.'),
  RATE_LIMIT_PASSWORD_RESET: format.budget().prefault('5/3600').describe('Password resets requested/seconds by one client.'),
  RATE_LIMIT_TOKEN_REFRESH: format.budget().prefault('30/300').describe('Token refreshes/seconds of one client.'),
  OTP_COOLDOWN_SECONDS: format.integer(1, 3600).prefault('60').describe('Seconds between two sends of a code.'),
  OTP_SENDS_PER_ACCOUNT_HOUR: format
    .integer(1, 1000)
    .prefault('5')
    .describe('Codes sent to one account in an hour, whoever asks; and mails that admins cause to one mailbox.'),
  OTP_SENDS_PER_TENANT_DAY: format
    .integer(1, 10_000_000)
    .prefault('1000')
    .describe('Codes sent for one tenant in a day; and mails that its admins cause.'),
  OTP_WRONG_CODES_PER_DAY: format
    .integer(1, 1000)
    .prefault('15')
    .describe('Wrong codes for one account and purpose in 24 hours, after which no code is accepted.'),

  MAIL_URL: format
    .mailUrl()
    .prefault('outbox:')
    .describe(
      'Relay, smtp:// or smtps://user:password@host:port with ?requireTls=true or false; outbox: writes files below DATA_DIR/outbox.',
    ),
  MAIL_CA: format.certificates().optional().meta({
    description: 'Certificates (PEM) that vouch for the mail relay, besides the usual ones; mostly as MAIL_CA_FILE.',
    default: 'none',
  }),
  MAIL_FROM: format.mailbox().prefault('no-reply@tenantry.local').describe('Sender of every mail.'),
  EMAIL_BOUNCE_SECRET: format.secret(16).optional().meta({
    description: 'Secret of whoever reports bounces, in X-Bounce-Secret, 16 bytes or more.',
    default: 'none: reports are refused',
  }),
  PASSWORD_RESET_URL: format
    .webAddress()
    .optional()
    .meta({ description: 'Page that mailed reset links open, the token in the fragment.', default: 'PUBLIC_URL/reset-password' }),

  SMS_URL: format
    .smsUrl()
    .prefault('log')
    .describe(
      'Gateway for texts, http(s)://user:password@host/path, or twilio://SID:TOKEN@+15550100; log writes files below DATA_DIR/outbox.',
    ),
  SMS_COUNTRIES: format
    .callingCodes()
    .prefault('')
    .describe('Comma list of the calling codes of the countries that texts are sent to, such as 962,971; without it all.'),
  SMS_PER_NUMBER_DAY: format.integer(1, 1000).prefault('15').describe('Texts sent to one number in a day, whoever asks.'),
  SMS_PER_TENANT_DAY: format.integer(1, 10_000_000).prefault('1000').describe('Texts sent for one tenant in a day.'),
  TWILIO_API_URL: format.twilioApi().prefault('https://api.twilio.com').describe("Address of Twilio's API, where SMS_URL is twilio://."),

  DNS_SERVERS: format.nameServers().optional().meta({
    description: 'Comma list of ip or ip:port of the DNS servers that are asked for proofs of domains and for the hosts of issuers.',
    default: "the system's",
  }),
  WEBHOOK_ALLOW_PRIVATE: format
    .choice('on', 'off')
    .prefault('off')
    .describe('on: issuers and webhooks that tenants name may have private addresses and plain http, for tests and closed networks.'),
  WEBHOOK_RETRY_SCHEDULE: format
    .waits()
    .prefault('0,60,300,1800,7200,43200')
    .describe('Seconds before each attempt at a webhook, counted from the failure of the one before it; as many attempts as numbers.'),
  WEBHOOK_RETRY_JITTER: format.integer(0, 100).prefault('10').describe('Percent by which those waits may be longer, by chance.'),
  WEBHOOK_TIMEOUT_MS: format
    .integer(100, 45_000)
    .prefault('30000')
    .describe('Milliseconds within which the receiver of a webhook must have answered with status and headers.'),

  GOOGLE_CLIENT_ID: format
    .line(300)
    .optional()
    .meta({ description: 'Client id at Google; switches sign-in with Google on.', default: 'off' }),
  GOOGLE_CLIENT_SECRET: format.line(1000).optional().describe('Client secret at Google, for codes; ID tokens need none.'),
  GOOGLE_ISSUER: format
    .issuer()
    .prefault('https://accounts.google.com')
    .describe('Issuer of Google; its discovery document names the rest.'),
  APPLE_CLIENT_ID: format
    .line(300)
    .optional()
    .meta({ description: 'Services id at Apple; switches sign-in with Apple on.', default: 'off' }),
  APPLE_TEAM_ID: format.line(100).optional().describe('Team id at Apple, for codes; with APPLE_KEY_ID and APPLE_PRIVATE_KEY.'),
  APPLE_KEY_ID: format.line(100).optional().describe('Id of the key that signs our secret for Apple.'),
  APPLE_PRIVATE_KEY: format.privateKey().optional().describe('That key (PEM, BEGIN PRIVATE KEY, P-256), mostly as APPLE_PRIVATE_KEY_FILE.'),
  APPLE_ISSUER: format.issuer().prefault('https://appleid.apple.com').describe('Issuer of Apple.'),
  MICROSOFT_CLIENT_ID: format
    .line(300)
    .optional()
    .meta({ description: 'Application id at Microsoft Entra; switches sign-in with Microsoft on.', default: 'off' }),
  MICROSOFT_CLIENT_SECRET: format.line(1000).optional().describe('Client secret at Microsoft, for codes.'),
  MICROSOFT_ISSUER: format
    .issuer('{tenantid}')
    .prefault('https://login.microsoftonline.com/{tenantid}/v2.0')
    .describe('Issuer of Microsoft: {tenantid} for every directory, or the id of the only one whose people may sign in.'),
  FACEBOOK_CLIENT_ID: format
    .line(300)
    .optional()
    .meta({ description: 'App id at Facebook; with its secret it switches sign-in with Facebook on.', default: 'off' }),
  FACEBOOK_CLIENT_SECRET: format.line(1000).optional().describe('App secret at Facebook.'),
  FACEBOOK_GRAPH_URL: format.issuer().prefault('https://graph.facebook.com/v23.0').describe('Graph API of Facebook, with its version.'),
  FACEBOOK_DIALOG_URL: format
    .issuer()
    .prefault('https://www.facebook.com/v23.0/dialog/oauth')
    .describe('Page of Facebook that people sign in at.'),

  LOG_LEVEL: format
    .choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .prefault('info')
    .describe('Least severe entries that are logged.'),
  LOG_REQUESTS: format
    .choice('on', 'errors', 'off')
    .prefault('errors')
    .describe('on: a line for each request; errors: for those refused or failed, floods aside; off: for faults (500, 503) alone.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: format.url('http:', 'https:').optional().meta({
    description: 'Receiver of OpenTelemetry traces (OTLP over HTTP, /v1/traces below it); none are kept without.',
    default: 'off',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: format
    .headers()
    .prefault('')
    .describe('Comma list of name=value that go with the traces, such as authorization; values percent-encoded.'),
  FAIL_AT: format.line(100).optional().describe('Point at which the process fails on purpose; only with NODE_ENV=test.'),
})

export type VariableName = keyof typeof variables.shape
export const variableNames = Object.keys(variables.shape) as VariableName[]
