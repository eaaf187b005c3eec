/** What the tests saw of the OpenAPI document, told at the end of a run. */
import { notedIn } from '../../test/contract/answers-file.ts'

/** So many lines are told at most, where everything is wrong. */
const mostLines = 50

/** Prints each answer that is not as the document says. @returns how many there were */
export function tellWrongAnswers(file: string): number {
  const { wrong } = notedIn(file)
  for (const line of wrong.slice(0, mostLines)) console.log(`✖ not as the OpenAPI document says: ${line}`)
  return wrong.length
}

/** Prints how many of the statuses that operations declare were seen, and which were not. @returns how many were not */
export async function tellSeen(file: string): Promise<number> {
  // it takes a while, and most runs are of a few files
  const { declaredStatuses } = await import('../../test/contract/declared.ts')
  const { seen } = notedIn(file)
  const missing = declaredStatuses.filter((pair) => !seen.has(pair))
  for (const pair of missing) console.log(`✖ declared, and answered to no test: ${pair}`)
  console.log(`ℹ ${declaredStatuses.length - missing.length} of ${declaredStatuses.length} statuses that operations declare were seen`)
  return missing.length
}
