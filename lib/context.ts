import type { Logger } from 'pino'
import type { Chain } from './chain/chain'
import { type NodeCall, type Nodes, openNodes } from './chain/nodes/nodes'
import { type Config, parseConfig } from './config'
import { setBounded } from './core/bounded-map'
import { ServiceError } from './core/errors'
import { getNetwork } from './core/networks'
import { createMask } from './core/settings/secrets'
import { type BatchOptions, createBatch } from './db/batch'
import { type Database, openDatabase } from './db/database'
import { openLog } from './log'
import { createMetrics, type Metrics } from './metrics/metrics'
import { createResolveHost, type ResolveHost } from './resolve-host'
import { createTraces, type Traces } from './tracing/traces'

/** Everything outside the code: created once per process and passed first to every action. */
export type Context = {
  readonly db: Database
  /** Whether a database is configured; without one, every query fails. */
  readonly hasDatabase: boolean
  /**
   * Returns the handle of a network at its pinned node. Read from it again for each request: another node may be pinned
   * by then, unless `nodes(chainId).onOneNode` encloses both.
   *
   * @throws {ServiceError} ServiceUnavailable when this instance has no RPC endpoint for it.
   */
  readonly chain: (chainId: number) => Chain
  /**
   * Returns the nodes of a network.
   *
   * @throws {ServiceError} like {@link chain}.
   */
  readonly nodes: (chainId: number) => Nodes
  readonly config: Config
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number
  readonly log: Logger
  /** What Prometheus reads of this process. */
  readonly metrics: Metrics
  /** The traces of this process, and the ids of its log lines. */
  readonly traces: Traces
  /** Hides the secrets of the configuration in a text of somebody else, such as a node's refusal, that is stored or shown. */
  readonly mask: (text: string) => string
  readonly fetch: typeof fetch
  /** Resolves host names supplied by users. */
  readonly resolveHost: ResolveHost
  /** Caches and other state of this process, by module; only {@link defineSlot} reads it. */
  readonly slots: Map<string, Map<unknown, unknown>>
}

type ContextOptions = {
  /** Process name in the logs. */
  role: string
  /** Maximum database connections, instead of the configured ones. */
  connections?: number
  /** An open database; by default the configured one is opened. */
  db?: Database | undefined
}

/** Creates a context from a configuration. */
export function createContext(config: Config, options: ContextOptions): Context {
  const metrics = createMetrics(config.chainIds)
  const traces = createTraces(Date.now)
  const opened = new Map<number, Nodes>()
  for (const [chainId, urls] of config.rpcUrls) {
    opened.set(
      chainId,
      openNodes(getNetwork(chainId), urls, ({ ms, ...call }) => {
        metrics.rpcCalls.inc({ chain: chainId, ...call })
        recordCall(traces, { chainId, ms, ...call })
      }),
    )
  }
  const nodes = (chainId: number) => {
    const found = opened.get(chainId)
    if (found) return found
    throw new ServiceError(
      'ServiceUnavailable',
      `network ${chainId} is not configured on this instance`,
    )
  }
  return {
    hasDatabase: options.db !== undefined || config.databaseUrl !== undefined,
    // Without a configured database every query fails as if it were unreachable; code that needs none still works.
    db:
      options.db ??
      openDatabase({
        url: config.databaseUrl ?? 'postgresql://127.0.0.1:1/none',
        connections: options.connections ?? config.databaseConnections.process,
      }),
    chain: (chainId) => nodes(chainId).pinned().chain,
    nodes,
    config,
    now: Date.now,
    log: openLog({
      name: options.role,
      level: config.logLevel,
      secrets: config.secrets,
      ids: traces.ids,
    }),
    metrics,
    traces,
    mask: createMask(config.secrets),
    fetch,
    resolveHost: createResolveHost(),
    slots: new Map(),
  }
}

function recordCall(
  traces: Traces,
  { chainId, node, method, outcome, ms }: NodeCall & { readonly chainId: number },
): void {
  const isError = outcome !== 'ok'
  traces.record(`rpc ${method}`, {
    kind: 'client',
    startMs: Date.now() - ms,
    isError,
    attributes: {
      ...{ 'rpc.system': 'jsonrpc', 'rpc.method': method, 'server.address': node },
      ...{ 'coincide.chain_id': chainId, 'error.type': isError ? outcome : undefined },
    },
  })
}

const processContext = globalThis as { coincideContext?: Context }

/**
 * Returns the context of this process, created from its environment on first use.
 *
 * It lives on `globalThis` because the front server and Next hold separate copies of every module.
 */
export function getContext(): Context {
  processContext.coincideContext ??= createContext(parseConfig(process.env, 'web'), {
    role: 'web',
  })
  return processContext.coincideContext
}

type Scope = string | number | undefined
type ScopeArguments<S extends Scope> = [S] extends [undefined] ? [] : [scope: S]

/** State of a module that lives as long as the context: one value, or one for each `scope`, made on first use. */
export type Slot<T, S extends Scope = undefined> = {
  (ctx: Context, ...scope: ScopeArguments<S>): T
  /** Replaces the value. */
  readonly set: (ctx: Context, value: T, ...scope: ScopeArguments<S>) => void
  /** Drops the values of all scopes; the next use makes new ones. */
  readonly reset: (ctx: Context) => void
}

/**
 * Declares a slot, once beside the module that owns it; its name is unique and starts with its owner's. The state is kept in
 * the context, because the front server and Next hold separate copies of every module.
 */
export function defineSlot<T, S extends Scope = undefined>(
  name: string,
  make: (ctx: Context, scope: S) => T,
): Slot<T, S> {
  const valuesOf = ({ slots }: Context) => {
    const values = slots.get(name) ?? new Map<Scope, unknown>()
    slots.set(name, values)
    return values as Map<Scope, T>
  }
  const slot = (ctx: Context, scope: S) => {
    const values = valuesOf(ctx)
    if (!values.has(scope)) values.set(scope, make(ctx, scope))
    return values.get(scope) as T
  }
  return Object.assign(slot, {
    set: (ctx: Context, value: T, scope: S) => void valuesOf(ctx).set(scope, value),
    reset: (ctx: Context) => void ctx.slots.delete(name),
  }) as Slot<T, S>
}

type CacheLimits = {
  /** Time to live in milliseconds. */
  readonly forMs: number
  /** Maximum entries of a scope; the oldest is evicted. */
  readonly max: number
}

type CacheLookup<V> = {
  readonly scope?: string | number
  readonly key: string
  readonly load: () => Promise<V>
}

/** Returns a cached value, or calls `load`. Concurrent callers share one load, and a failure is not cached. */
export type Cache<V> = {
  (ctx: Context, lookup: CacheLookup<V>): Promise<V>
  readonly reset: (ctx: Context) => void
}

/** Declares a cache in a slot. */
export function defineCache<V>(name: string, { forMs, max }: CacheLimits): Cache<V> {
  type Answer = { readonly value: Promise<V>; readonly atMs: number }
  const answersOf = defineSlot(name, (_, _scope: string | number) => new Map<string, Answer>())
  const find = (ctx: Context, { scope = '', key, load }: CacheLookup<V>) => {
    const answers = answersOf(ctx, scope)
    const known = answers.get(key)
    if (known && ctx.now() - known.atMs < forMs) return known.value
    const answer = { value: load(), atMs: ctx.now() }
    setBounded(answers, { key, value: answer, max })
    answer.value.catch(() => answers.get(key) === answer && answers.delete(key))
    return answer.value
  }
  return Object.assign(find, { reset: answersOf.reset })
}

/** Loads the values of many keys at once; keys without a value are absent from the map. */
type LoadAll<K, V, S> = (ctx: Context, keys: readonly K[], scope: S) => Promise<ReadonlyMap<K, V>>

/** Declares, in a slot, a loader that batches concurrent keys into one load; for the hottest paths. */
export function defineLoader<K, V, S extends Scope = undefined>(
  name: string,
  load: LoadAll<K, V, S>,
  limits: Partial<Omit<BatchOptions<K, V>, 'load'>> = {},
): (ctx: Context, key: K, ...scope: ScopeArguments<S>) => Promise<V | undefined> {
  const batchOf = defineSlot(name, (ctx, scope: S) =>
    createBatch<K, V>({
      concurrency: 2,
      size: 256,
      ...limits,
      load: (keys) => load(ctx, keys, scope),
    }),
  )
  return (ctx, key, ...scope) => batchOf(ctx, ...scope)(key)
}
