import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { endpoints } from '@/lib/api/declare/registry'
import { checkNodesAtStart } from '@/lib/chain/nodes/check-nodes'
import { watchNodes } from '@/lib/chain/nodes/watch-nodes'
import { type Context, getContext } from '@/lib/context'
import { mayWriteSettlements } from '@/lib/db/roles'
import { guardOutput } from '@/lib/guard-output'
import { closeSharedAnswers } from '@/lib/http/cache/shared-answers'
import { loadSettingFiles } from '@/lib/load-setting-files'
import { serveMetrics } from '@/lib/metrics/serve-metrics'
import { isRecoveryNative } from '@/lib/orders/signatures/native-recovery'
import { warmQuotes } from '@/lib/quotes/warm-quotes'
import { startTracing } from '@/lib/tracing/start-tracing'
import { drainServer } from './drain'
import { createFrontServer } from './front-server'
import { priceInThreads } from './price-in-threads'

const isDev = process.argv.includes('--dev') || process.env.NODE_ENV === 'development'

/** Milliseconds that in-flight requests get at shutdown. */
const inFlightMs = isDev ? 500 : 10_000

/** Aborts when the process is to stop. */
const stopping = new AbortController()

loadSettingFiles(process.env)
guardOutput(process.env)
await main()

async function main(): Promise<void> {
  const mode = isDev ? 'development' : 'production'
  // React and Next choose their builds by NODE_ENV when they are loaded.
  Object.assign(process.env, { NODE_ENV: mode })
  const ctx = getContext()
  await startTracing(ctx, 'web')
  await checkRights(ctx)
  await checkNodesAtStart(ctx)
  void watchNodes(ctx, { signal: stopping.signal, headsOfSingles: false })
  if (!isRecoveryNative) {
    ctx.log.warn(
      'native secp256k1 unavailable on this machine: viem verifies signatures, 30 times slower',
    )
  }
  // The build puts it in this bundle's folder.
  priceInThreads(ctx, new URL('./pricing-thread.js', import.meta.url))
  const warmed = isDev ? undefined : warmQuotes(ctx)
  const hostname = process.env.HOST ?? '127.0.0.1'
  const port = Number(process.env.PORT ?? 3000)
  if (!isDev) loadBuiltConfig()
  const { default: nextModule } = await import('next')
  // Under ESM, the factory of this CommonJS module is nested in another `default`.
  const next = (nextModule as { default?: typeof nextModule }).default ?? nextModule
  // Next listens for upgrades on the server that it is given. This one receives only the hot-reload socket in
  // development; in production an upgrade request is answered like any other.
  const upgrades = createServer()
  const app = next({ dev: isDev, dir: process.cwd(), hostname, port, httpServer: upgrades })
  await Promise.all([app.prepare(), warmed])
  const server = createFrontServer(ctx, {
    endpoints,
    rest: app.getRequestHandler(),
    mode,
    checkResponses: isDev,
  })
  if (isDev) forwardReloads(server, upgrades)
  server.listen(port, hostname)
  await once(server, 'listening')
  // pino's own `hostname` is the machine's.
  ctx.log.info({ host: hostname, port }, 'listening')
  serveMetrics(ctx, { port: ctx.config.metrics.webPort })
  stopOnSignal(ctx, server)
}

/**
 * Gives Next the configuration of the build, as the server of its standalone output does. Otherwise Next would evaluate
 * next.config.mjs again, which loads compilers that production does without.
 */
function loadBuiltConfig(): void {
  const { config } = JSON.parse(readFileSync('.next/required-server-files.json', 'utf8'))
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
}

/**
 * The web process talks to anyone, so it neither holds an operator's key nor writes what the key signs.
 *
 * @throws {Error} with a private key on a network that is not embedded.
 */
async function checkRights(ctx: Context): Promise<void> {
  const { chainIds, embeddedChainIds, solverKeys, solverSigners, deployerKey } = ctx.config
  const isReal = chainIds.some((chainId) => !embeddedChainIds.includes(chainId))
  if (!isReal) return
  if (solverKeys.size + solverSigners.size > 0) {
    const name = solverKeys.size > 0 ? 'SOLVER_PRIVATE_KEY' : 'SOLVER_ADDRESS'
    throw new Error(
      `${name} and ${name}_<chainId> belong to the worker: start the web process without them`,
    )
  }
  if (deployerKey) {
    throw new Error('DEPLOYER_PRIVATE_KEY is for operator network deploy only: unset it')
  }
  // An unreachable database is no reason not to start.
  if (await mayWriteSettlements(ctx.db).catch(() => false)) {
    ctx.log.warn(
      'the web process may write settlements: run operator db roles and set WEB_DATABASE_URL',
    )
  }
}

function forwardReloads(server: Server, upgrades: Server): void {
  server.on('upgrade', (request, socket, head) => {
    const isReload = request.url?.startsWith('/_next/') && upgrades.listenerCount('upgrade') > 0
    if (isReload) upgrades.emit('upgrade', request, socket, head)
    else socket.destroy()
  })
}

/** The first signal drains the process; a second one ends the wait for proxies. */
function stopOnSignal(ctx: Context, server: Server): void {
  const hurry = new AbortController()
  let isStopping = false
  const stop = async () => {
    if (isStopping) return hurry.abort()
    isStopping = true
    await drainServer(ctx, server, { inFlightMs, hurry: hurry.signal })
    stopping.abort()
    await closeSharedAnswers(ctx)
    await ctx.traces.stop()
    await ctx.db.$disconnect()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
