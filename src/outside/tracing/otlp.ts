import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import { FloodGate } from '#core/flood-gate.ts'
import { version } from '#core/package-version.ts'
import type { OpenSpan, SpanStart, TraceParent, Tracing } from '#core/tracing.ts'

export interface OtlpOptions {
  /** Of a receiver of OTLP over HTTP; traces go to `/v1/traces` below it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly log: Pick<Logger, 'warn'>
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** A receiver that is away fails every batch. */
const toldEveryMs = 60_000

/** Gives a trace that begins with a request the id that the request has in our log. */
class RequestIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  next: string | null = null

  generateTraceId(): string {
    return this.next ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.#random.generateSpanId()
  }
}

/**
 * Spans by OpenTelemetry's own packages, in batches of OTLP in JSON. What the receiver does not take is dropped, and told to the log. The
 * sampler and the resource are as `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` say.
 */
export class OtlpTracing implements Tracing {
  readonly #contexts = new AsyncLocalStorage<Context>()
  readonly #ids = new RequestIds()
  readonly #provider: BasicTracerProvider
  readonly #tracer

  constructor({ endpoint, headers, log }: OtlpOptions) {
    const gate = new FloodGate(toldEveryMs)
    const told = (text: string) => gate.pass((leftOut) => log.warn({ text, ...(leftOut > 0 && { leftOut }) }, 'traces could not be sent'))
    const silent = () => undefined
    diag.setLogger({ error: told, warn: told, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN)
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers: { ...headers } })
    const own = resourceFromAttributes({ 'service.name': 'tenantry', 'service.version': version })
    this.#provider = new BasicTracerProvider({
      resource: defaultResource()
        .merge(own)
        .merge(detectResources({ detectors: [envDetector] })),
      idGenerator: this.#ids,
      spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1000 })],
    })
    this.#tracer = this.#provider.getTracer('tenantry', version)
  }

  beginRequest(start: SpanStart, traceId: string, parent: TraceParent | null): OpenSpan {
    const from = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent))
    this.#ids.next = traceId
    try {
      return this.#begin(start, from)
    } finally {
      this.#ids.next = null
    }
  }

  begin(start: SpanStart): OpenSpan {
    return this.#begin(start, this.#contexts.getStore() ?? ROOT_CONTEXT)
  }

  isWithin(): boolean {
    return this.#contexts.getStore() !== undefined
  }

  record({ name, kind, attributes = {} }: SpanStart, tookMs: number, failure?: string): void {
    const context = this.#contexts.getStore()
    if (context === undefined) return
    // numbers as small as these are understood as those of `performance.now()`
    const endTime = performance.now()
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes }, startTime: endTime - tookMs }, context)
    if (failure !== undefined) fail(span, failure)
    span.end(endTime)
  }

  async stop(): Promise<void> {
    await this.#provider.shutdown()
  }

  #begin({ name, kind, attributes = {} }: SpanStart, from: Context): OpenSpan {
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, from)
    const context = trace.setSpan(from, span)
    return {
      set: (more) => void span.setAttributes(more as Attributes),
      within: (work) => this.#contexts.run(context, work),
      end(failure) {
        if (failure !== undefined) fail(span, failure)
        span.end()
      },
    }
  }
}

function fail(span: Span, failure: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', failure)
}

const spanContextOf = ({ traceId, spanId, isSampled }: TraceParent) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  isRemote: true,
})
