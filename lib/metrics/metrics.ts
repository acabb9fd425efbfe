import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type Declaration, declarations } from './declarations'

type Declared = typeof declarations
type InstrumentOf<D extends Declaration> = D['type'] extends 'counter'
  ? Counter<D['labels'][number]>
  : D['type'] extends 'gauge'
    ? Gauge<D['labels'][number]>
    : Histogram<D['labels'][number]>

/** The metrics of a process, as declared. */
export type Metrics = { readonly [K in keyof Declared]: InstrumentOf<Declared[K]> } & {
  readonly registry: Registry
}

/**
 * Creates the metrics of a process, at zero. Counters of networks exist from the start: Prometheus does not see the first
 * increase of one that was absent.
 */
export function createMetrics(chainIds: readonly number[]): Metrics {
  const registry = new Registry()
  const create = ({ type, name, help, labels, buckets }: Declaration) => {
    const common = { name, help, labelNames: [...labels], registers: [registry] }
    if (type === 'counter') {
      const counter = new Counter(common)
      if (labels.join() === 'chain') for (const chain of chainIds) counter.inc({ chain }, 0)
      return counter
    }
    if (type === 'gauge') return new Gauge(common)
    return new Histogram({ ...common, buckets: [...(buckets ?? [])] })
  }
  const made = Object.entries(declarations).map(([key, declared]) => [key, create(declared)])
  return { ...Object.fromEntries(made), registry } as Metrics
}

/** Converts atoms of a native token to whole ones; a metric may round. */
export function toNative(wei: bigint): number {
  return Number(wei) / 1e18
}
