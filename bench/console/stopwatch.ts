/** Time as the page itself sees it: the round trips of the driver are not in it. */
import type { CDPSession, Page } from 'playwright-core'

/** Whoever waits so long is told of it, and the part ends. */
const patienceMs = 20_000

export interface Wait {
  /** The event that begins it: it is dated by the browser, so what the page does before it hears of it counts too. */
  readonly from: 'click' | 'keydown' | 'keyup'
  /** Kept before the event, for `until` as `before`: JavaScript of the page. */
  readonly before?: string
  /** What has to be true at last: JavaScript of the page. */
  readonly until: string
}

export interface Stopwatch {
  /** Milliseconds from the first such event after this call, which `act` has to bring about, to the frame that shows what was waited for. */
  time(wait: Wait, act: () => Promise<unknown>): Promise<number>
  /** What an expression of the page says, when it is a promise what comes of it. It is evaluated from outside, where the page's policy does not reach. */
  evaluate<T>(expression: string): Promise<T>
  /** Bytes of the page's heap after a collection of garbage. */
  heap(): Promise<number>
  /** How many of them are what V8 makes of scripts: byte code, machine code, and what it has learned of them. */
  compiled(): Promise<number>
}

export async function stopwatchOf(page: Page): Promise<Stopwatch> {
  const session = await page.context().newCDPSession(page)
  return {
    async time(wait, act) {
      await evaluate(session, `void (globalThis.benchTime = ${waiting(wait)})`)
      await act()
      return await evaluate<number>(session, 'globalThis.benchTime')
    },
    evaluate: (expression) => evaluate(session, expression),
    async heap() {
      // what is finalised by the first one is gone after the second
      for (let time = 0; time < 2; time++) await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize
    },
    async compiled() {
      const parts: string[] = []
      const onPart = ({ chunk }: { chunk: string }) => void parts.push(chunk)
      session.on('HeapProfiler.addHeapSnapshotChunk', onPart)
      await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
      session.off('HeapProfiler.addHeapSnapshotChunk', onPart)
      return compiledIn(JSON.parse(parts.join('')))
    },
  }
}

/** Of V8's format: all nodes in one list, each as so many numbers. */
interface HeapSnapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] } }
  readonly nodes: readonly number[]
}

function compiledIn({ snapshot: { meta }, nodes }: HeapSnapshot): number {
  const fields = meta.node_fields
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const code = meta.node_types[0].indexOf('code')
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length) if (nodes[at + type] === code) bytes += nodes[at + size]!
  return bytes
}

/** It looks once for each frame; one task after that frame it has been drawn. */
const waiting = ({ from, before = 'null', until }: Wait): string => `new Promise((done, fail) => {
  const before = ${before}
  addEventListener('${from}', ({ timeStamp }) => {
    const look = () => {
      const late = performance.now() - timeStamp
      if (${until}) setTimeout(() => done(performance.now() - timeStamp))
      else if (late > ${patienceMs}) fail(new Error(location.pathname + ' never came to ' + ${JSON.stringify(until)}))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, { capture: true, once: true })
})`

async function evaluate<T>(session: CDPSession, expression: string): Promise<T> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value as T
}
