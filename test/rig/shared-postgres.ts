/** Fresh databases on one PostgreSQL cluster that the test runner started for all test files. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { atEnd } from './cleanup.ts'
import { createDatabase, databaseUrl, withClient } from './postgres.ts'

/** What a fresh database is copied from: made by `migrate` when no cluster-wide template of this key exists yet. */
export interface Template {
  /** Changes with whatever `migrate` makes, so a hash of the migrations. Letters and digits. */
  key: string
  /** Fills the empty database behind the url and closes every connection to it. */
  migrate(url: string): Promise<void>
}

/** Any number, the same for everybody who makes templates. */
const templateLock = 7_263_910

/**
 * A fresh database on the cluster of `TEST_POSTGRES_URL`; dropped when the test file ends.
 *
 * @throws Error when that variable is missing, which the test runner sets
 */
export async function sharedPostgresDatabase(template?: Template): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = process.env.TEST_POSTGRES_URL
  if (!cluster) throw new Error('TEST_POSTGRES_URL is not set: run the tests with TEST_DATABASE=postgres npm test')
  const url = await createDatabase(cluster, template ? await templateDatabase(cluster, template) : undefined)
  const name = new URL(url).pathname.slice(1)
  const drop = atEnd(async () => {
    await withClient(cluster, (client) => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`))
  })
  return { url, drop }
}

/** @returns the name of the template, made under a lock so that test files starting together make it once */
async function templateDatabase(cluster: string, template: Template): Promise<string> {
  const name = `template_${template.key.toLowerCase().replace(/[^a-z0-9]/g, '')}`.slice(0, 60)
  return withClient(cluster, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return name
    // Renamed only when complete: a migration that fails leaves no half template behind.
    const unfinished = `unfinished_${randomBytes(6).toString('hex')}`
    await client.query(`create database ${unfinished}`)
    try {
      await template.migrate(databaseUrl(cluster, unfinished))
      await client.query(`alter database ${unfinished} rename to ${name}`)
    } catch (error) {
      await client.query(`drop database if exists ${unfinished} with (force)`)
      throw error
    }
    return name
  })
}
