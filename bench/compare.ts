/** Two servers under the same load in turn, each alone on one core, and what comes of it. */
import { moveDatabaseAside } from './database.ts'
import type { Load, Plan } from './plan.ts'
import { alternate, runGoodLoad } from './rounds.ts'
import { median } from './statistics.ts'
import { ratio, whole } from './table.ts'

export interface Side {
  pid: number
  databaseUrl: string
  plan: Omit<Plan, 'seconds' | 'pids'>
}

interface Measured {
  answers: number
  perSecond: number
  /** Answers for each second of the server process's processor time: what one core could give. */
  perCore: number
  /** The same, with the database's processes. */
  perCoreWithDatabase: number
  p99Ms: number
}

const warmUpSeconds = 3
/** Before that many the code is not compiled yet; on a busy machine it takes more rounds, but never more than these. */
const warmAnswers = 20_000
const mostWarmUps = 4
const roundSeconds = 5

/** Rounds of A B A B …; medians of both sides and the ratios ours : bare. */
export async function compare(ours: Side, bare: Side, rounds: number) {
  const run = async (side: Side, seconds: number): Promise<Measured> => {
    const databasePids = await moveDatabaseAside(side.databaseUrl)
    const load: Load = await runGoodLoad({ ...side.plan, seconds, pids: [side.pid, ...databasePids] })
    // the chain goes on in the next round where it ended in this
    if (side.plan.chain) side.plan.chain = load.chain
    const [server = 0, ...database] = load.cpuSeconds
    const databaseSeconds = database.reduce((sum, one) => sum + one, 0)
    return {
      answers: load.answers,
      perSecond: load.perSecond,
      perCore: load.answers / server,
      perCoreWithDatabase: load.answers / (server + databaseSeconds),
      p99Ms: load.p99Ms,
    }
  }
  const warmUp = async (side: Side): Promise<void> => {
    for (let round = 0, answers = 0; round < mostWarmUps && answers < warmAnswers; round++)
      answers += (await run(side, warmUpSeconds)).answers
  }
  await warmUp(bare)
  await warmUp(ours)
  const measured = await alternate(
    rounds,
    () => run(ours, roundSeconds),
    () => run(bare, roundSeconds),
  )
  const middle = (side: 'ours' | 'bare', figure: keyof Measured) => median(measured[side].map((one) => one[figure]))
  return (figure: keyof Measured) => {
    const [mine, theirs] = [middle('ours', figure), middle('bare', figure)]
    const show = (value: number) => (figure === 'p99Ms' ? value.toFixed(1) : whole(value))
    return { ours: show(mine), bare: show(theirs), mine, ratio: mine / theirs, value: ratio(mine / theirs) }
  }
}
