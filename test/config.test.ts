import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ConfigurationError, configurationTable, configWarnings, readConfig, withBoundPort } from '#config.ts'
import { variableNames } from '#config.variables.ts'

const secret = () => randomBytes(36).toString('base64')

function problemsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigurationError)
    return Object.fromEntries(error.problems.map((problem) => [problem.variable, problem.reason]))
  }
  return {}
}

const refused = (env: NodeJS.ProcessEnv, variable: string) =>
  assert.deepEqual(Object.keys(problemsOf(env)), [variable], JSON.stringify(env))

describe('readConfig', () => {
  it('needs nothing: an empty environment is the embedded service on loopback', () => {
    const config = readConfig({})
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.publicUrl, 'http://127.0.0.1:8080')
    assert.equal(config.databaseUrl, null)
    assert.deepEqual(config.masterSecrets, [])
    assert.equal(config.storageUrl, pathToFileURL(resolve('data/files')).href)
    assert.equal(config.passwordResetUrl, 'http://127.0.0.1:8080/reset-password')
    assert.deepEqual(config.rateLimits.groups.auth, { limit: 10, windowSeconds: 300 })
    assert.equal(config.environment, 'production')
  })

  it('takes what is given', () => {
    const [newest, old] = [secret(), secret()]
    const config = readConfig({
      PORT: '0',
      PUBLIC_URL: 'https://id.example.com/',
      DATABASE_URL: 'postgres://app:pw@db/tenantry',
      MASTER_SECRET: `${newest},${old}`,
      TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1',
      CORS_ORIGINS: 'https://app.example.com,http://localhost:3000',
      RATE_LIMIT_OTP_SEND: '7/120',
      RATE_LIMITS: 'off',
      MAIL_FROM: 'Tenantry <no-reply@example.com>',
    })
    assert.equal(config.publicUrl, 'https://id.example.com')
    assert.deepEqual(config.masterSecrets, [newest, old])
    assert.deepEqual(config.trustProxy, ['loopback', '10.0.0.0/8', '2001:db8::1'])
    assert.deepEqual(config.corsOrigins, ['https://app.example.com', 'http://localhost:3000'])
    assert.deepEqual(config.rateLimits.groups['otp-send'], { limit: 7, windowSeconds: 120 })
    assert.equal(config.rateLimits.enabled, false)
  })

  it('has a provider on by its client id, and says what is missing beside it', () => {
    assert.deepEqual(readConfig({}).providers, { google: null, apple: null, microsoft: null, facebook: null })
    const { providers } = readConfig({ GOOGLE_CLIENT_ID: 'x', MICROSOFT_CLIENT_ID: 'x', APPLE_CLIENT_ID: 'x' })
    assert.equal(providers.google?.issuer, 'https://accounts.google.com')
    assert.equal(providers.microsoft?.issuer, 'https://login.microsoftonline.com/{tenantid}/v2.0')
    assert.equal(providers.apple?.key, null)
    const missing: [NodeJS.ProcessEnv, string[]][] = [
      [{ FACEBOOK_CLIENT_ID: 'x' }, ['FACEBOOK_CLIENT_SECRET']],
      [{ FACEBOOK_CLIENT_SECRET: 'x' }, ['FACEBOOK_CLIENT_ID']],
      [{ GOOGLE_CLIENT_SECRET: 'x' }, ['GOOGLE_CLIENT_ID']],
      [{ MICROSOFT_CLIENT_SECRET: 'x' }, ['MICROSOFT_CLIENT_ID']],
      [{ APPLE_CLIENT_ID: 'x', APPLE_TEAM_ID: 'x' }, ['APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']],
    ]
    for (const [env, variables] of missing) assert.deepEqual(Object.keys(problemsOf(env)), variables)
  })

  it('is frozen through and through', () => {
    const config = readConfig({})
    assert.throws(() => Object.assign(config, { port: 1 }), TypeError)
    assert.throws(() => Object.assign(config.rateLimits.groups.auth, { limit: 1 }), TypeError)
  })

  it('lists every bad variable at once, without any value', () => {
    const env = {
      PORT: '70000',
      DATABASE_URL: 'mysql://root:hunter2@db',
      MASTER_SECRET: 'hunter2',
      METRICS_TOKEN: 'hunter2',
      BOOTSTRAP_ADMIN_PASSWORD: 'hunter2',
      TRUST_PROXY: 'true',
      FAIL_AT: 'hunter2',
    }
    assert.deepEqual(new Set(Object.keys(problemsOf(env))), new Set(Object.keys(env)))
    assert.throws(
      () => readConfig(env),
      (error: Error) => !error.message.includes('hunter2') && !error.message.includes('\n') && !error.message.includes('70000'),
    )
  })

  it('nightly backups, beside PostgreSQL, which is backed up by a command', () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1/x', MASTER_SECRET: 'x'.repeat(32), BACKUP_DIR: '/backups' }
    assert.throws(() => readConfig(env), /BACKUP_DIR is for the embedded database/)
    assert.equal(readConfig({ BACKUP_DIR: '/backups' }).backupDirectory, '/backups')
  })

  for (const [variable, values] of Object.entries({
    HOST: ['a b', 'http://x'],
    PORT: ['-1', '1e3', '80.5', '65536', 'x'],
    PUBLIC_URL: ['example.com', 'ftp://x', 'https://x/app', 'https://user:pw@x', 'https://x?y', 'https://x#y'],
    NODE_ENV: ['staging'],
    // without TRUST_PROXY there is nobody who could have set it
    TRUST_FORWARDED_HOST: ['true', 'on'],
    DATABASE_URL: ['mysql://x', 'postgres:', 'x'],
    REDIS_URL: ['http://x', '127.0.0.1:6379'],
    STORAGE_URL: [
      ...['s3:bucket', 'azure:x', 'gcs:x', 'file:', '/tmp', 'https://x', 's3://b?region=x', 's3://bucket', 's3://bucket?region=EU 1'],
      ...['s3://key:secret@bucket?region=x', 's3://bucket:80?region=x', 's3://bucket?region=x&region=y', 's3://bucket?region=x&secret=y'],
      ...['s3://bucket/../x?region=x', 's3://bucket/a//b?region=x', 's3://bucket?region=x#y', 's3://bucket?region=x&pathStyle=yes'],
      ...['s3://bucket?endpoint=example.com', 's3://bucket?endpoint=https://u:p@example.com', 'gcs://bucket?region=x', 'gcs://Bucket_'],
      ...['azure://account', 'azure://ac/container', 'azure://account/Container', 'azure://account/container?sig=x'],
    ],
    AZURE_STORAGE_KEY: ['short', 'not base64 at all, whatever it is'],
    AZURE_STORAGE_SAS_TOKEN: ['sv=2024', 'x'],
    TO_AZURE_STORAGE_KEY: ['short'],
    TO_AZURE_STORAGE_SAS_TOKEN: ['x'],
    BOOTSTRAP_ADMIN_EMAIL: ['nobody'],
    BCRYPT_COST: ['3', '16'],
    WEBHOOK_RETRY_SCHEDULE: ['soon', '0,,60', '-1', '0,60.5', '604801', '0, 60', Array.from({ length: 21 }, () => 1).join(',')],
    WEBHOOK_RETRY_JITTER: ['101', '10%'],
    WEBHOOK_TIMEOUT_MS: ['99', '45001', '30s'],
    ACCESS_TOKEN_MINUTES: ['0', '61'],
    GOOGLE_ISSUER: ['accounts.google.com', 'http://accounts.google.com', 'https://user@x', 'https://x?y', 'https://x#y'],
    MICROSOFT_ISSUER: ['http://login.example.com/{tenantid}/v2.0', 'x'],
    FACEBOOK_GRAPH_URL: ['http://graph.facebook.com'],
    APPLE_PRIVATE_KEY: ['x', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    CORS_ORIGINS: ['*', 'null', 'https://x/y', 'x'],
    TRUST_PROXY: [
      'true',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      '1.2.3',
      '10.0.0.0/8/8',
      '10.0.0.0/00',
      'fe80::1%eth0/64x',
      'proxy.example.com',
    ],
    RATE_LIMITS: ['true', '0'],
    RATE_LIMIT_AUTH: ['10', '0/60', '10/0', '-1/60', '10/60s', '1.5/60'],
    MAIL_URL: ['smtp', 'http://x', 'outbox:/tmp'],
    MAIL_FROM: ['x', 'a@b\r\nBcc: c@d'],
    PASSWORD_RESET_URL: ['javascript:alert(1)', 'https://x/#token', '/reset'],
    LOG_LEVEL: ['loud'],
    SERVICE_NAME: ['a\nb', 'a:b', 'x'.repeat(61)],
  }))
    it(`refuses a bad ${variable}`, () => {
      for (const value of values) refused({ MASTER_SECRET: secret(), [variable]: value }, variable)
    })

  it('refuses secrets that are short, known or not random', () => {
    const weak = [
      'short',
      'a'.repeat(40),
      'abcd'.repeat(10),
      '0123456789'.repeat(4),
      'change-me-change-me-please-now-0192',
      'abcdefghijklmnopqrstuvwxyz0123456789',
    ]
    for (const value of weak) refused({ MASTER_SECRET: value }, 'MASTER_SECRET')
    for (const value of weak) refused({ MASTER_SECRET: `${secret()},${value}` }, 'MASTER_SECRET')
    const one = secret()
    refused({ MASTER_SECRET: `${one},${one}` }, 'MASTER_SECRET')
    refused({ MASTER_SECRET: ',' }, 'MASTER_SECRET')
  })

  it('takes a place in a bucket as it is, and needs what opens a container of Azure', () => {
    for (const url of ['s3://bucket?region=eu-central-1', 's3://bucket/a/B_c?endpoint=https://s3.example.com:9000', 'gcs://bucket/x'])
      assert.equal(readConfig({ STORAGE_URL: url }).storageUrl, url)
    const azure = { STORAGE_URL: 'azure://account/container/x' }
    const [key, signature] = [randomBytes(64).toString('base64'), 'sv=2024-01-01&sig=abc%3D']
    refused(azure, 'AZURE_STORAGE_KEY')
    refused({ ...azure, AZURE_STORAGE_KEY: key, AZURE_STORAGE_SAS_TOKEN: signature }, 'AZURE_STORAGE_KEY')
    // that of another account opens nothing of this one
    refused({ ...azure, TO_AZURE_STORAGE_KEY: key }, 'AZURE_STORAGE_KEY')
    refused({ TO_AZURE_STORAGE_KEY: key, TO_AZURE_STORAGE_SAS_TOKEN: signature }, 'TO_AZURE_STORAGE_KEY')
    assert.deepEqual(readConfig({ ...azure, AZURE_STORAGE_KEY: key }).azureAccess, { key })
    assert.deepEqual(readConfig({ ...azure, AZURE_STORAGE_SAS_TOKEN: signature }).azureAccess, { signature })
  })

  it('needs a master secret with an outside database', () => {
    assert.deepEqual(problemsOf({ DATABASE_URL: 'postgresql://db/x' }), { MASTER_SECRET: 'is required with DATABASE_URL' })
  })

  it('allows fault injection in tests only', () => {
    refused({ FAIL_AT: 'refresh.after-commit' }, 'FAIL_AT')
    refused({ FAIL_AT: 'refresh.after-commit', NODE_ENV: 'development' }, 'FAIL_AT')
    assert.equal(readConfig({ FAIL_AT: 'refresh.after-commit', NODE_ENV: 'test' }).failAt, 'refresh.after-commit')
  })

  it('reads any variable from the file that NAME_FILE names', (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'tenantry-config-'))
    t.after(() => rmSync(directory, { recursive: true }))
    const [value, good, empty] = [secret(), join(directory, 'good'), join(directory, 'empty')]
    writeFileSync(good, `${value}\n`)
    writeFileSync(empty, '\n')
    assert.deepEqual(readConfig({ MASTER_SECRET_FILE: good }).masterSecrets, [value])
    refused({ MASTER_SECRET_FILE: join(directory, 'none') }, 'MASTER_SECRET_FILE')
    refused({ MASTER_SECRET_FILE: empty, DATABASE_URL: 'postgres://db/x' }, 'MASTER_SECRET_FILE')
    refused({ MASTER_SECRET_FILE: good, MASTER_SECRET: secret() }, 'MASTER_SECRET')
  })

  it('takes an empty value for none and minds no variable that is not its own', () => {
    assert.deepEqual(readConfig({ REDIS_URL: '', PORT: ' ', SOME_OTHER: 'x', PATH: '/bin' }), readConfig({}))
  })
})

describe('withBoundPort', () => {
  it('completes the default addresses and leaves a given one alone', () => {
    const bound = withBoundPort(readConfig({ PORT: '0' }), 4711)
    assert.equal(bound.port, 4711)
    assert.equal(bound.publicUrl, 'http://127.0.0.1:4711')
    assert.equal(bound.passwordResetUrl, 'http://127.0.0.1:4711/reset-password')
    const given = withBoundPort(
      readConfig({ PORT: '0', PUBLIC_URL: 'https://id.example.com', PASSWORD_RESET_URL: 'https://app.example.com/reset' }),
      4711,
    )
    assert.equal(given.publicUrl, 'https://id.example.com')
    assert.equal(given.passwordResetUrl, 'https://app.example.com/reset')
  })
})

describe('configWarnings', () => {
  it('is silent about the defaults and about tests', () => {
    assert.deepEqual(configWarnings(readConfig({})), [])
    assert.deepEqual(configWarnings(readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', HOST: '0.0.0.0' })), [])
  })

  it('names each variable that looks like a slip of one that is read, and no other', () => {
    const slips = { PORTT: '1', PROT: '1', port: '1', MAILURL: 'x', METRICS_TOKEN_FIEL: 'x', BOOTSTRAP_ADMN_PASWORD: 'x' }
    const warnings = configWarnings(readConfig({ NODE_ENV: 'test', ...slips, HOME: '/', HOSTNAME: 'x', MAIL: 'x', PATH: '/', SHELL: 'x' }))
    assert.deepEqual(
      warnings.map((warning) => warning.split(' ')[0]),
      Object.keys(slips),
    )
    assert.match(warnings[0] as string, /is PORT meant/)
  })

  it('names each setting that is unsafe in production', () => {
    const warnings = configWarnings(
      readConfig({
        RATE_LIMITS: 'off',
        BCRYPT_COST: '4',
        PUBLIC_URL: 'http://id.example.com',
        CORS_ORIGINS: 'http://app.example.com',
        MAIL_URL: 'smtp://mail',
      }),
    )
    for (const name of ['RATE_LIMITS', 'BCRYPT_COST', 'PUBLIC_URL', 'CORS_ORIGINS', 'MAIL_FROM', 'DATABASE_URL'])
      assert.ok(
        warnings.some((warning) => warning.startsWith(name)),
        name,
      )
  })
})

describe('configurationTable', () => {
  it('has a row with a sentence for every variable', () => {
    const rows = configurationTable().split('\n').slice(2)
    assert.deepEqual(
      rows.map((row) => row.split('`')[1]),
      variableNames,
    )
    for (const row of rows) assert.match(row, /\| [^|]{10,}\. \|$/)
  })
})
