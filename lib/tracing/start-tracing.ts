import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { IdGenerator } from '@opentelemetry/sdk-trace'
import type { Context } from '@/lib/context'
import type { TraceSettings } from '@/lib/core/settings/trace-settings'
import type { Attributes, Exporting, OpenSpan, SpanStart } from './traces'

/**
 * Limits of what waits for the collector. A queue of spans takes a few megabytes; without a collector, or with one that does
 * not answer, it stays full, and further spans are dropped.
 */
const queue = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 2_000 }

/** Maximum characters of an attribute. */
const maxAttributeLength = 256

/** Maximum milliseconds for the last spans when the process stops. */
const stopMs = 1_000

/**
 * Starts to export traces, if this instance has an endpoint for them. Only then are OpenTelemetry's packages loaded: the
 * imports must stay here, within the function, since the build lifts those of a module to the start of the process.
 */
export async function startTracing(ctx: Context, role: string): Promise<void> {
  const settings = ctx.config.tracing
  if (!settings) return
  ctx.traces.use(await openExporter(ctx, settings, role))
  ctx.log.info({ collector: settings.url.host, ratio: settings.ratio }, 'traces are exported')
}

async function openExporter(
  ctx: Context,
  { url, headers, serviceName, resourceAttributes, ratio }: TraceSettings,
  role: string,
): Promise<Exporting> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: url.href, headers: { ...headers } })
  const root = new sdk.TraceIdRatioBasedSampler(ratio)
  const ids = createIds(new sdk.RandomIdGenerator())
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `coincide-${role}`,
      'service.instance.id': randomUUID(),
      ...resourceAttributes,
      ...(serviceName === undefined ? {} : { 'service.name': serviceName }),
    }),
    sampler: new sdk.ParentBasedSampler({ root }),
    idGenerator: ids.generator,
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        ...queue,
        exporter: {
          export: (spans, onEnd) =>
            exporter.export(spans, (result) => {
              note(result.code === 0, spans.length)
              onEnd(result)
            }),
          shutdown: () => exporter.shutdown(),
          forceFlush: () => exporter.forceFlush(),
        },
      }),
    ],
  })
  let lost = 0
  const note = (isSent: boolean, spans: number) => {
    if (isSent && lost > 0) ctx.log.info({ lost }, 'traces are exported again')
    if (!isSent && lost === 0) ctx.log.warn({ collector: url.host }, 'traces are not exported')
    lost = isSent ? 0 : lost + spans
  }
  const tracer = provider.getTracer('coincide')
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT }
  const toContext = ({ traceId, spanId, isSampled }: OpenSpan['ref']) => ({
    ...{ traceId, spanId },
    traceFlags: isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE,
  })
  const start = ({ name, kind, startMs, attributes, parent, ids: own, links = [] }: SpanStart) => {
    const above = parent
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, toContext(parent))
      : api.ROOT_CONTEXT
    const span = ids.give(own, () =>
      tracer.startSpan(
        name,
        {
          kind: kind ? kinds[kind] : api.SpanKind.INTERNAL,
          startTime: startMs,
          attributes: known(attributes),
          links: links.map((link) => ({ context: toContext(link) })),
        },
        above,
      ),
    )
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      ref: { traceId, spanId, isSampled: (traceFlags & api.TraceFlags.SAMPLED) !== 0 },
      end: ({ endMs, attributes: found, isError }: Parameters<OpenSpan['end']>[0]) => {
        span.setAttributes(known(found))
        if (isError) span.setStatus({ code: api.SpanStatusCode.ERROR })
        // A clock that is set back must not end a span before its start.
        span.end(Math.max(startMs, endMs))
      },
    }
  }
  const { RECORD_AND_SAMPLED } = sdk.SamplingDecision
  return {
    start,
    isSampled: (traceId) => {
      const { decision } = root.shouldSample(api.ROOT_CONTEXT, traceId)
      return decision === RECORD_AND_SAMPLED
    },
    stop: async () => {
      const sent = provider.shutdown().catch(() => {})
      const late = new AbortController()
      const timeout = delay(stopMs, undefined, { signal: late.signal }).catch(() => {})
      await Promise.race([sent, timeout])
      late.abort()
    },
  }
}

/** The attributes that have a value. */
function known(attributes: Attributes = {}): Record<string, string | number> {
  const entries = Object.entries(attributes)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Creates a generator of random ids that gives a span the ids of an order's root span instead, where they are given. */
function createIds(random: IdGenerator) {
  let given: SpanStart['ids']
  return {
    generator: {
      generateTraceId: () => given?.traceId ?? random.generateTraceId(),
      generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    },
    give: <T>(ids: SpanStart['ids'], run: () => T): T => {
      given = ids
      try {
        return run()
      } finally {
        given = undefined
      }
    },
  }
}
