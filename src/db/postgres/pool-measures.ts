import type pg from 'pg'
import { gauge, type Measures } from '#core/measures.ts'

type Counts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

/** How the connections of the pool fare; those beside it (reads, revocations, wake-up calls) are one each and never waited for. */
export const poolMeasures = (pool: Counts, max: number): Measures => ({
  tenantry_database_connections: {
    type: 'gauge',
    help: 'Connections of the pool by state: in use, idle',
    read: () => [
      { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  },
  tenantry_database_connections_max: gauge('Connections that the pool may have', () => max),
  tenantry_database_connections_waiting: gauge('Those who wait for a connection of the pool', () => pool.waitingCount),
})
