import type { Logger } from 'pino'
import { type Chain, openChain } from './chain/chain'
import { type Config, parseConfig } from './config'
import { setBounded } from './core/bounded-map'
import { ServiceError } from './core/errors'
import { getNetwork } from './core/networks'
import { type BatchOptions, createBatch } from './db/batch'
import { type Database, openDatabase } from './db/database'
import { openLog } from './log'
import { createResolveHost, type ResolveHost } from './resolve-host'

/** Everything outside the code: created once per process and passed first to every action. */
export type Context = {
  readonly db: Database
  /**
   * Returns the handle of a network.
   *
   * @throws {ServiceError} ServiceUnavailable when this instance has no RPC endpoint for it.
   */
  readonly chain: (chainId: number) => Chain
  readonly config: Config
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number
  readonly log: Logger
  readonly fetch: typeof fetch
  /** Resolves host names supplied by users. */
  readonly resolveHost: ResolveHost
  /** Values that live as long as the process, by owner; for caches and other per-process state. */
  readonly memo: Map<string, unknown>
}

type ContextOptions = {
  /** Process name in the logs. */
  role: string
  connections?: number
  /** An open database; by default the configured one is opened. */
  db?: Database | undefined
}

/** Creates a context from a configuration. */
export function createContext(config: Config, options: ContextOptions): Context {
  const chains = new Map<number, Chain>()
  for (const [chainId, url] of config.rpcUrls) {
    chains.set(chainId, openChain(getNetwork(chainId), url))
  }
  return {
    // Without a configured database every query fails as if it were unreachable; code that needs none still works.
    db:
      options.db ??
      openDatabase({
        url: config.databaseUrl ?? 'postgresql://127.0.0.1:1/none',
        connections: options.connections ?? 10,
      }),
    chain: (chainId) => {
      const chain = chains.get(chainId)
      if (chain) return chain
      throw new ServiceError(
        'ServiceUnavailable',
        `network ${chainId} is not configured on this instance`,
      )
    },
    config,
    now: Date.now,
    log: openLog({ name: options.role, level: config.logLevel }),
    fetch,
    resolveHost: createResolveHost(),
    memo: new Map(),
  }
}

const processContext = globalThis as { coincideContext?: Context }

/**
 * Returns the context of this process, created from its environment on first use.
 *
 * It lives on `globalThis` because the front server and Next hold separate copies of every module.
 */
export function getContext(): Context {
  processContext.coincideContext ??= createContext(parseConfig(process.env), { role: 'web' })
  return processContext.coincideContext
}

/** Returns a value that lives as long as the context, created on first use; the key starts with its owner's name. */
export function contextSlot<T>(ctx: Context, key: string, make: () => T): T {
  if (!ctx.memo.has(key)) ctx.memo.set(key, make())
  return ctx.memo.get(key) as T
}

/** A lookup whose result is cached for a fixed time. */
export type CachedLookup<V> = {
  readonly key: string
  /** Time to live in milliseconds. */
  readonly forMs: number
  /** Maximum entries per owner; the oldest is evicted. */
  readonly max: number
  readonly load: () => Promise<V>
}

/**
 * Returns a cached value, or calls `load`. Concurrent callers share one load, and a failure is not cached. All callers
 * with the same `owner` share one cache and must pass the same limits.
 */
export function contextCache<V>(
  ctx: Context,
  owner: string,
  { key, forMs, max, load }: CachedLookup<V>,
): Promise<V> {
  type Answer = { readonly value: Promise<V>; readonly atMs: number }
  const answers = contextSlot(ctx, owner, () => new Map<string, Answer>())
  const known = answers.get(key)
  if (known && ctx.now() - known.atMs < forMs) return known.value
  const answer = { value: load(), atMs: ctx.now() }
  setBounded(answers, { key, value: answer, max })
  answer.value.catch(() => answers.get(key) === answer && answers.delete(key))
  return answer.value
}

/**
 * Returns a loader that batches concurrent keys into one call of `load`, for the hottest paths. It lives as long as the
 * context, so `load` may capture only what `key` identifies; `key` starts with its owner's name.
 */
export function contextLoader<K, V>(
  ctx: Context,
  key: string,
  options: Pick<BatchOptions<K, V>, 'load'> & Partial<BatchOptions<K, V>>,
): (lookup: K) => Promise<V | undefined> {
  return contextSlot(ctx, key, () => createBatch<K, V>({ concurrency: 2, size: 256, ...options }))
}
