/** NDJSON, a JSON value a line, both ways. */

/**
 * The values as a body. Node reads them while it sends; a browser can't send so but over HTTP/2, so there they are gathered first.
 */
export async function asLines(values: Iterable<unknown> | AsyncIterable<unknown>): Promise<ReadableStream<Uint8Array> | Blob> {
  const lines = encoded(values)
  if (sendsStreams()) return streamOf(lines)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const line of lines) parts.push(line)
  return new Blob(parts)
}

/** The values of an answer as they come. @throws what reading it throws, SyntaxError for a line that is no JSON */
export async function* linesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  for await (const line of textLines(stream)) if (line.trim() !== '') yield JSON.parse(line)
}

/**
 * The lines of a text, ended by `\n`, `\r\n` or `\r` and without that.
 *
 * Whoever stops reading ends the request.
 */
export async function* textLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      // a \r at the end may be the half of an end
      const lines = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      yield* lines
      if (!done) continue
      if (rest !== '') yield rest
      return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** In pieces of some size: a line each would be a write each. */
async function* encoded(values: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let text = ''
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`
    if (text.length < 16_384) continue
    yield encoder.encode(text)
    text = ''
  }
  if (text !== '') yield encoder.encode(text)
}

function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

const sendsStreams = (): boolean =>
  (globalThis as { readonly navigator?: { readonly userAgent?: string } }).navigator?.userAgent?.startsWith('Node.js') === true
