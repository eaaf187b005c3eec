import type { Agent, Dispatcher } from 'undici'
import { type AnswerOpening, type CheckedAnswer, type CheckedRequest, type OpeningRequest, RequestFailed } from '#core/checked-request.ts'
import { requestFailure } from './request-failure.ts'

type Asked = Pick<CheckedRequest, 'url' | 'method' | 'headers' | 'body'>

/** Asks and hands over the answer with its body unread. Nothing is followed or unpacked. */
const ask = (agent: Agent, { url: text, method, headers, body }: Asked, signal: AbortSignal): Promise<Dispatcher.ResponseData> => {
  const url = new URL(text)
  return agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: method ?? 'GET',
    headers: { 'user-agent': 'Tenantry', ...headers },
    body: body ?? null,
    signal,
  })
}

/** The whole answer. @throws RequestFailed `too_large`, or what the way there throws */
export async function exchange(agent: Agent, request: CheckedRequest, signal: AbortSignal): Promise<CheckedAnswer> {
  const { statusCode, headers, body } = await ask(agent, request, signal)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > request.mostBytes) throw new RequestFailed('too_large', null)
    chunks.push(chunk as Buffer)
  }
  return { status: statusCode, headers, body: Buffer.concat(chunks) }
}

/** The beginning of the answer. @throws RequestFailed */
export async function beginningOf(agent: Agent, request: OpeningRequest): Promise<AnswerOpening> {
  const end = new AbortController()
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    end.abort()
  }, request.headersTimeoutMs)
  const stop = () => end.abort()
  request.signal?.addEventListener('abort', stop)
  try {
    if (request.signal?.aborted) stop()
    const { statusCode, headers, body } = await ask(agent, request, end.signal)
    clearTimeout(late)
    return { status: statusCode, headers, ...(await beginning(body, request)) }
  } catch (error) {
    throw requestFailure(error, isLate)
  } finally {
    clearTimeout(late)
    request.signal?.removeEventListener('abort', stop)
  }
}

/** What comes of a body within bytes and time. What is left unread is not waited for: the connection is closed with it. */
async function beginning(body: Dispatcher.ResponseData['body'], { mostBytes, bodyTimeoutMs }: OpeningRequest) {
  // whoever destroys a body that goes on hears of it once more
  body.on('error', () => {})
  const chunks: Buffer[] = []
  let size = 0
  let isWhole = false
  const late = setTimeout(() => body.destroy(), bodyTimeoutMs)
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size > mostBytes) break
    }
    isWhole = size <= mostBytes
  } catch {
    // it broke off or took too long: the answer is there all the same
  } finally {
    clearTimeout(late)
  }
  return { body: Buffer.concat(chunks).subarray(0, mostBytes), isWhole }
}
