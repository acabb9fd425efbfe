import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getNetwork } from '@/lib/core/networks'
import { completeNetwork } from '@/lib/devnet/deploy/build-network'
import { type DevnetDescription, describeDevnet } from './describe-network'
import { findFreePort } from './processes/anvil'
import { type NetworkPlace, prepareNetwork, runNetwork, stateFile } from './processes/run-network'
import { createRpc } from './rpc'
import { keepRunning } from './stack/keep-running'
import { backUpState } from './state-file'

/** Options of the embedded networks. */
export type DevnetOptions = {
  /** Folder of the chains' states, their logs and `devnet.json`. */
  readonly dataDir: string
  readonly chainIds: readonly number[]
  readonly host: string
  /** Port of each chain; by default its previous port, if free. */
  readonly ports?: Readonly<Record<number, number>>
  readonly seed?: number
  readonly onProgress?: (message: string) => void
  /** Called when a chain died, before its restart or for good. */
  readonly onExit?: (message: string) => void
}

/** The running embedded networks. */
export type Devnet = {
  readonly networks: Readonly<Record<number, DevnetState>>
  /** Stops the chains after they have written their state. */
  readonly stop: () => Promise<void>
}

type DevnetState = {
  readonly rpcUrl: string
  /** Of the current Anvil; changes with a restart. */
  readonly pid: number
  /** Whether it was built now rather than loaded from its state. */
  readonly isNew: boolean
}

const copyEveryMs = 60_000

/**
 * Starts embedded networks in parallel, builds those without a state in `dataDir`, and writes `<dataDir>/devnet.json`.
 * A chain that dies is restarted from its last state, on the same port.
 *
 * @throws {Error} if one does not start; the others are stopped.
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const started = await Promise.allSettled(
    options.chainIds.map((chainId) => startNetwork(options, chainId)),
  )
  const running = started.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  const stop = async () => {
    await Promise.all(running.map((network) => network.stop()))
  }
  const failed = started.find((result) => result.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const networks = Object.fromEntries(running.map(({ chainId, state }) => [chainId, state]))
  writeDescription(options.dataDir, networks)
  return { networks, stop }
}

async function startNetwork(options: DevnetOptions, chainId: number) {
  const place = await placeOf(options, chainId)
  const isNew = await prepareNetwork(place)
  const kept = await keepRunning({
    name: `network ${chainId}`,
    start: () => runNetwork(place),
    logFile: place.logFile,
    onExit: (message) => options.onExit?.(message),
    onAbandon: (message) => options.onExit?.(message),
  })
  if (!isNew) {
    await completeNetwork(createRpc(kept.current().rpcUrl), chainId).catch(async (error) => {
      await kept.stop()
      throw error
    })
  }
  const timer = setInterval(() => void backUpState(stateFile(place)).catch(() => {}), copyEveryMs)
  timer.unref()
  const stop = async () => {
    clearInterval(timer)
    await kept.stop()
    await backUpState(stateFile(place))
  }
  const { rpcUrl } = kept.current()
  const state: DevnetState = {
    rpcUrl,
    isNew,
    get pid() {
      return kept.current().pid
    },
  }
  return { chainId, state, stop }
}

async function placeOf(options: DevnetOptions, chainId: number): Promise<NetworkPlace> {
  const { dataDir, host, seed, onProgress } = options
  const wanted = options.ports?.[chainId]
  const { name } = getNetwork(chainId)
  return {
    chainId,
    host,
    port: wanted ?? (await findFreePort(host, previousPort(dataDir, chainId))),
    folder: join(dataDir, 'chains'),
    logFile: join(dataDir, 'logs', `chain-${name}.log`),
    ...(seed === undefined ? {} : { seed }),
    onProgress: (message) => onProgress?.(`${name}: ${message}`),
  }
}

function previousPort(dataDir: string, chainId: number): number {
  try {
    const text = readFileSync(descriptionFile(dataDir), 'utf8')
    const { networks } = JSON.parse(text) as DevnetDescription
    return Number(new URL(networks[chainId]?.rpcUrl ?? '').port)
  } catch {
    return 0
  }
}

function writeDescription(dataDir: string, networks: Devnet['networks']): void {
  const file = descriptionFile(dataDir)
  const rpcUrls = Object.entries(networks).map(([id, { rpcUrl }]) => [Number(id), rpcUrl] as const)
  writeFileSync(`${file}.draft`, `${JSON.stringify(describeDevnet(rpcUrls), null, 2)}\n`)
  renameSync(`${file}.draft`, file)
}

function descriptionFile(dataDir: string): string {
  return join(dataDir, 'devnet.json')
}
