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
   * The handle of a network.
   *
   * @throws {ServiceError} ServiceUnavailable when this instance has no RPC for it.
   */
  readonly chain: (chainId: number) => Chain
  readonly config: Config
  /** Wall clock in milliseconds. */
  readonly now: () => number
  readonly log: Logger
  readonly fetch: typeof fetch
  /** Where hosts are that strangers name. */
  readonly resolveHost: ResolveHost
  /** Values that live as long as the process, by owner; for caches keyed by block and the like. */
  readonly memo: Map<string, unknown>
}

type ContextOptions = {
  /** Names the process in its logs. */
  role: string
  connections?: number
  /** An open database; that of the configuration is opened when left out. */
  db?: Database | undefined
}

/** Makes a context from a configuration. */
export function createContext(config: Config, options: ContextOptions): Context {
  const chains = new Map<number, Chain>()
  for (const [chainId, url] of config.rpcUrls) {
    chains.set(chainId, openChain(getNetwork(chainId), url))
  }
  return {
    // Without a database every query fails like an unreachable one, and what needs none goes on.
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
 * The context of this process, made from its environment on first use.
 *
 * It lives on `globalThis` because the front server and Next hold separate copies of every module.
 */
export function getContext(): Context {
  processContext.coincideContext ??= createContext(parseConfig(process.env), { role: 'web' })
  return processContext.coincideContext
}

/** A value that lives as long as the context, made on first use; the key starts with the owner's name. */
export function contextSlot<T>(ctx: Context, key: string, make: () => T): T {
  if (!ctx.memo.has(key)) ctx.memo.set(key, make())
  return ctx.memo.get(key) as T
}

/** A question that is answered the same for a while. */
export type RememberedQuestion<V> = {
  readonly key: string
  /** Milliseconds for which an answer is given again. */
  readonly forMs: number
  /** Answers of the owner that are kept at most, the newest. */
  readonly max: number
  readonly load: () => Promise<V>
}

/**
 * Answers a question as it was answered lately, else by its `load`, once for all who ask meanwhile; `owner` names
 * those who ask with the same bounds. A failure is for those who waited for it.
 */
export function contextCache<V>(
  ctx: Context,
  owner: string,
  { key, forMs, max, load }: RememberedQuestion<V>,
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
 * Answers questions that are asked at the same time by one load; for the hottest paths. Lives as long as the
 * context, so `load` may hold on to what names `key` alone; the key starts with the owner's name.
 */
export function contextLoader<K, V>(
  ctx: Context,
  key: string,
  options: Pick<BatchOptions<K, V>, 'load'> & Partial<BatchOptions<K, V>>,
): (question: K) => Promise<V | undefined> {
  return contextSlot(ctx, key, () => createBatch<K, V>({ concurrency: 2, size: 256, ...options }))
}
