import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hex } from '@/lib/core/bytes'
import { orderTrace, type SpanRef } from '@/lib/core/trace-context'

/** Facts of a span. No secrets and no personal data: ids, methods, templates, codes and figures. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** What a span is made from; its ids are new and it is the root of a new trace unless they are given. */
export type SpanStart = {
  readonly name: string
  readonly kind?: 'server' | 'client'
  readonly startMs: number
  readonly attributes?: Attributes
  readonly parent?: SpanRef | undefined
  /** The ids of a root span. */
  readonly ids?: Pick<SpanRef, 'traceId' | 'spanId'>
  /** Spans of other traces that belong to it. */
  readonly links?: readonly SpanRef[]
}

/** How a span ended. */
export type SpanEnd = {
  readonly endMs: number
  readonly attributes?: Attributes | undefined
  readonly isError?: boolean
}

/** A span that has begun. */
export type OpenSpan = { readonly ref: SpanRef; readonly end: (end: SpanEnd) => void }

/** Makes and exports spans; {@link startTracing} gives it. */
export type Exporting = {
  readonly start: (span: SpanStart) => OpenSpan
  /** Whether the trace of this id is recorded. */
  readonly isSampled: (traceId: string) => boolean
  /** Sends what is left. */
  readonly stop: () => Promise<void>
}

/** Members of a log line. */
type LogIds = { requestId?: string; trace_id?: string; span_id?: string }

/** A part of some work that has ended. */
type Part = {
  readonly startMs: number
  /** Default: now. */
  readonly endMs?: number
  readonly attributes?: Attributes
  readonly isError?: boolean
  readonly kind?: SpanStart['kind']
}

type Work = {
  readonly startMs?: number
  readonly attributes?: Attributes
  /** The orders whose traces it is linked with. */
  readonly orders?: readonly Hex[]
}

type TracedRequest = Work & {
  readonly requestId: string
  readonly name: string
  /** The caller's span. */
  readonly caller: SpanRef | undefined
}

/**
 * The traces of a process, and the ids of its log lines. An order has one trace in all processes ({@link orderTrace}), with a
 * span for each step of its life. Work for many orders has a trace of its own, linked with those. Without an exporter all of
 * this does nothing, but log lines still have the id of their request.
 */
export type Traces = {
  /** The ids of the request and the span that the caller runs in. */
  readonly ids: () => LogIds
  /** Runs a request as a span. It joins the trace of the order that {@link joinOrder} names before any part of it is recorded. */
  readonly runRequest: <T>(
    request: TracedRequest,
    run: () => Promise<T>,
    endOf: (result: T) => Omit<SpanEnd, 'endMs'>,
  ) => Promise<T>
  readonly joinOrder: (uid: Hex) => void
  /** Runs work as a span, of which those within become parts. */
  readonly run: <T>(name: string, work: Work, run: () => Promise<T>) => Promise<T>
  /** Records a part of the work that the caller runs in; nothing outside of any, since idle polls would make traces for ever. */
  readonly record: (name: string, part: Part) => void
  /** Records a step in the life of orders, each in its trace; uids of none are skipped. */
  readonly recordOrders: (uids: readonly Hex[], name: string, step: Part) => void
  /** Records that orders were stored: the root spans of their traces, so call it once for each. */
  readonly recordPlaced: (uids: readonly Hex[], step: Part) => void
  /** Replaces the exporter; undefined: none. */
  readonly use: (exporting: Exporting | undefined) => void
  readonly stop: () => Promise<void>
}

/** Maximum links of a span: an auction may have thousands of orders. */
const maxLinks = 100

/** A request or other work, with its span once that is needed. */
type Scope = {
  readonly requestId?: string | undefined
  readonly start: SpanStart
  /** The order whose trace its span joins. */
  parent: SpanRef | undefined
  span: OpenSpan | undefined
  /** What runs on after its end, as a poll that it started, belongs to it no more. */
  isOver: boolean
}

/** Creates the traces of a process, without an exporter. */
export function createTraces(now: () => number): Traces {
  const scopes = new AsyncLocalStorage<Scope>()
  let exporting: Exporting | undefined
  const activeScope = () => {
    const scope = scopes.getStore()
    return scope?.isOver ? undefined : scope
  }
  const activeSpan = () => {
    const scope = activeScope()
    if (!scope || !exporting) return undefined
    scope.span ??= exporting.start({ ...scope.start, parent: scope.parent })
    return scope.span
  }
  const parentOf = (uid: Hex): SpanRef | undefined => {
    const ids = orderTrace(uid)
    return ids && exporting && { ...ids, isSampled: exporting.isSampled(ids.traceId) }
  }
  const linksOf = (orders: readonly Hex[] = []) =>
    orders.slice(0, maxLinks).flatMap((uid) => parentOf(uid) ?? [])
  const write = (start: SpanStart, { endMs = now(), attributes: _, ...part }: Part) => {
    exporting?.start(start).end({ ...part, endMs })
  }
  const recordEach = (
    uids: readonly Hex[],
    { name, isRoot, ...step }: Part & { readonly name: string; readonly isRoot: boolean },
  ) => {
    if (!exporting) return
    const own = activeSpan()?.ref
    const since = isRoot ? (activeScope()?.start.startMs ?? step.startMs) : step.startMs
    const startMs = Math.min(since, step.startMs)
    for (const uid of uids) {
      const parent = parentOf(uid)
      if (!parent?.isSampled) continue
      const attributes = { ...step.attributes, 'order.uid': uid }
      const links = own && own.traceId !== parent.traceId ? [own] : []
      const place = isRoot ? { ids: parent } : { parent }
      write({ name, startMs, attributes, links, ...place }, step)
    }
  }
  const runIn = async <T>(
    scope: Scope,
    run: () => Promise<T>,
    endOf: (result: T) => Omit<SpanEnd, 'endMs'>,
  ): Promise<T> => {
    try {
      const result = await scopes.run(scope, run)
      if (exporting) scopes.run(scope, activeSpan)?.end({ ...endOf(result), endMs: now() })
      return result
    } catch (error) {
      const attributes = { 'error.type': error instanceof Error ? error.name : 'unknown' }
      scope.span?.end({ attributes, isError: true, endMs: now() })
      throw error
    } finally {
      scope.isOver = true
    }
  }
  return {
    ids: () => {
      const scope = activeScope()
      if (!scope) return {}
      const { requestId } = scope
      const ref = activeSpan()?.ref
      return {
        ...(requestId === undefined ? {} : { requestId }),
        ...(ref ? { trace_id: ref.traceId, span_id: ref.spanId } : {}),
      }
    },
    runRequest: ({ requestId, name, caller, startMs = now(), attributes }, run, endOf) => {
      const links = caller ? [caller] : []
      const start: SpanStart = {
        name,
        kind: 'server',
        startMs,
        attributes: { ...attributes },
        links,
      }
      const scope = { requestId, start, parent: undefined, span: undefined, isOver: false }
      return runIn(scope, run, endOf)
    },
    joinOrder: (uid) => {
      const scope = activeScope()
      if (scope && !scope.span) scope.parent = parentOf(uid)
    },
    run: (name, { startMs = now(), attributes = {}, orders }, run) => {
      if (!exporting) return run()
      const outer = activeScope()
      const start: SpanStart = { name, startMs, attributes, links: linksOf(orders) }
      const parent = activeSpan()?.ref
      const scope: Scope = {
        ...{ requestId: outer?.requestId, start, parent, isOver: false },
        span: exporting.start({ ...start, parent }),
      }
      return runIn(scope, run, () => ({}))
    },
    record: (name, part) => {
      const parent = activeSpan()?.ref
      if (!parent?.isSampled) return
      const { kind, startMs, attributes = {} } = part
      write({ name, startMs, attributes, parent, ...(kind ? { kind } : {}) }, part)
    },
    recordOrders: (uids, name, step) => recordEach(uids, { ...step, name, isRoot: false }),
    recordPlaced: (uids, step) => recordEach(uids, { ...step, name: 'order', isRoot: true }),
    use: (next) => {
      exporting = next
    },
    stop: async () => exporting?.stop(),
  }
}
