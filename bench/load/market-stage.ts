import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { migrate } from '@/lib/db/migrate'
import { describeNetwork } from '@/lib/devnet/describe-network'
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { findFreePort } from '@/lib/devnet/processes/anvil'
import { startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { prepareNetwork, runNetwork } from '@/lib/devnet/processes/run-network'
import { seedTokens } from '@/lib/tokens/token-store'

const chainId = 1

/** Opens an embedded mainnet with a day of trades, a database, and a worker that indexes it. */
export async function openMarketStage(folder: string) {
  const place = {
    chainId,
    host: '127.0.0.1',
    port: await findFreePort('127.0.0.1'),
    folder,
    logFile: join(folder, 'anvil.log'),
    onProgress: () => undefined,
  }
  await prepareNetwork(place)
  const anvil = await runNetwork(place)
  const network = describeNetwork(chainId, anvil.rpcUrl)
  const dataDir = join(folder, 'data')
  const postgres = await startPostgres({ dataDir, logFile: join(folder, 'postgres.log') })
  const url = postgres.url('postgres')
  await migrate(url)
  await seedTokens(
    url,
    listDevnetTokens(chainId).map((token) => ({ chainId, ...token, listed: true })),
  )
  const environment = {
    DATABASE_URL: url,
    RPC_URL_1: anvil.rpcUrl,
    EMBEDDED_CHAIN_IDS: String(chainId),
    SOLVER_PRIVATE_KEY: network.solver.privateKey,
    LOG_LEVEL: 'info',
  }
  const worker = spawn(process.execPath, ['--import', 'tsx', 'lib/workers/main.ts'], {
    env: { ...process.env, ...environment, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stopWorker = async () => {
    if (worker.exitCode !== null) return
    worker.kill('SIGTERM')
    await once(worker, 'exit')
  }
  return {
    network,
    url,
    /** Settings of a web process on this stage. */
    environment,
    /** Ends the worker, which the measurements do not need. */
    stopWorker,
    close: async () => {
      await stopWorker()
      await Promise.all([anvil.stop(), postgres.stop()])
    },
  }
}
