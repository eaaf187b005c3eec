/**
 * Every answer that a test gets over HTTP is held against the OpenAPI document: its status must be declared, its body must fit. What was seen
 * is noted, so that a run of all tests can tell what was not (`declared.ts`).
 */
import { type Answer, assertFits, behind, jsonOf, linesOf } from '../openapi/schemas.ts'
import type { Reply } from '../rig/http.ts'
import { noteSeen, noteWrong } from './answers-file.ts'
import { operationAt } from './operation-at.ts'

/** What any address may answer: `default` of the document says so once for all. */
const unforeseen = [405, 408, 431, 500]
/** The request was none of the operation's: a body where none belongs, an address that no id is in, one that is refused before any route. */
const ofOtherRequests = [413, 414, 415, 429]
const undeclared = new Set([...unforeseen, ...ofOtherRequests])

/** Of lines (NDJSON) so many are looked at. */
const mostLines = 5

/**
 * Judges one answer, and notes what came of it: a test that waits for a refusal would take the error for one.
 *
 * @param path as it was asked for, query included
 * @throws Error for one that the document does not know
 */
export function noteAnswer(method: string, path: string, reply: Reply): void {
  try {
    const pair = judge(method, path, reply)
    if (pair !== null) noteSeen(pair)
  } catch (error) {
    noteWrong((error as Error).message)
    throw error
  }
}

/**
 * @returns the operation and the status that it declares and answered, as `GET /health 200`; null for what no operation declares
 * @throws Error for what no operation may answer
 */
export function judge(method: string, path: string, reply: Reply): string | null {
  const place = operationAt(method, path)
  if (!place) return null
  const pair = `${place.name} ${reply.status}`
  const declared = place.operation.responses[reply.status]
  if (!declared && undeclared.has(reply.status)) return null
  try {
    if (!declared) throw new Error(`is not declared: ${reply.text}`)
    assertAnswer(behind(declared), reply)
    return pair
  } catch (error) {
    throw new Error(`${pair}: ${(error as Error).message}`, { cause: error })
  }
}

function assertAnswer(answer: Answer, { status, headers, text, json }: Reply): void {
  if (!answer.content) {
    if (text !== '') throw new Error(`has a body: ${text.slice(0, 200)}`)
    return
  }
  const type = headers['content-type']?.split(';', 1)[0] ?? 'no type'
  if (!(type in answer.content)) throw new Error(`answers ${type}`)
  const whole = jsonOf(answer)
  if (whole && type === 'application/json') assertFits(whole.schema, json, String(status))
  // what comes after the last line end is none that is whole
  const lines = linesOf(answer)
  if (lines)
    for (const line of text.split('\n').slice(0, -1).slice(0, mostLines)) assertFits(lines.schema, JSON.parse(line), String(status))
}
