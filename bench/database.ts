/** A database of the benchmark's own on a running PostgreSQL, made at first and dropped at last. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { atEnd } from '../test/rig/cleanup.ts'
import { databaseUrl, withClient } from '../test/rig/postgres.ts'
import { loadCore, moveToCore } from './processes.ts'

/** Both sides connect to the same address: TCP on this machine unless another is given. */
export const clusterUrl = process.env.BENCH_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** @param copyOf the url of another of them, to which nobody is connected */
export async function ownDatabase(copyOf?: string): Promise<string> {
  const own = `tenantry_bench_${process.pid}_${randomUUID().slice(0, 8)}`
  const name = pg.escapeIdentifier(own)
  const template = pg.escapeIdentifier(copyOf === undefined ? 'template1' : new URL(copyOf).pathname.slice(1))
  await withClient(clusterUrl, async (client) => void (await client.query(`create database ${name} template ${template}`)))
  const url = databaseUrl(clusterUrl, own)
  atEnd(() => withClient(clusterUrl, async (client) => void (await client.query(`drop database ${name} with (force)`))))
  return url
}

/** Gathers the planner's statistics at once, as autovacuum does within a minute or so of first use. */
export async function analyze(url: string): Promise<void> {
  await withClient(url, async (client) => void (await client.query('vacuum analyze')))
}

/** Puts every process that serves this database beside the load generator, away from the measured core. @returns their pids */
export async function moveDatabaseAside(url: string): Promise<number[]> {
  const pids = await backendsOf(url)
  for (const pid of pids) moveToCore(loadCore, pid)
  return pids
}

/** The processes that serve this database now. */
export async function backendsOf(url: string): Promise<number[]> {
  const name = new URL(url).pathname.slice(1)
  return await withClient(clusterUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where datname = $1', [name])
    return rows.map(({ pid }) => pid)
  })
}
