import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from '@/lib/core/bytes'
import { toUnixSeconds } from '@/lib/core/time'
import { buildNetwork } from '@/lib/devnet/deploy/build-network'
import { type DevnetNetwork, describeNetwork } from '@/lib/devnet/describe-network'
import { startAnvil } from '@/lib/devnet/processes/anvil'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { dropTraces } from '@/lib/devnet/state-file'

/** A running embedded network for one test file. */
export type TestNetwork = DevnetNetwork & {
  /** Ends it, or gives it back to {@link takeTestNetwork} as it was. */
  readonly stop: () => Promise<void>
}

const folder = join(tmpdir(), 'coincide-test-networks')
const sources = join(import.meta.dirname, '..', '..', 'devnet')

/**
 * Starts an embedded network without history for tests: deployed and funded, mining on demand, on a free port, with
 * its clock at the present.
 *
 * The first start of a version of lib/devnet builds it (about two seconds) and saves its state in the system's
 * temporary folder; later starts load that state.
 */
export async function startTestNetwork(options: {
  readonly chainId: number
  /** Further Anvil arguments, such as `--block-time`. */
  readonly args?: readonly string[]
}): Promise<TestNetwork> {
  const { chainId } = options
  const state = join(folder, `${sourcesHash()}-${chainId}.json`)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(state)) await buildState(chainId, state)
  const logFile = join(folder, `anvil-${chainId}-${randomUUID()}.log`)
  const anvil = await startAnvil({
    chainId,
    logFile,
    args: ['--load-state', state, '--prune-history', String(keptStates), ...(options.args ?? [])],
  })
  const stop = async () => {
    await anvil.stop()
    rmSync(logFile, { force: true })
  }
  return { ...describeNetwork(chainId, anvil.rpcUrl), stop }
}

/**
 * Number of past blocks whose state remains available to calls, 0.4 MB each. Anvil counts reverted blocks too, so that a
 * network is replaced after {@link maxUses} files, of which none mines more than some hundreds.
 */
const keptStates = 2_000
const maxUses = 10

type KeptNetwork = { readonly network: TestNetwork; readonly uses: number }

/** Networks of this worker that no test file uses, by chain id. */
const free = new Map<number, KeptNetwork[]>()

/**
 * Takes a network of this worker, starting one if all are in use. `stop` reverts it to how it was taken and keeps it
 * for the next file; it ends with the worker.
 */
export async function takeTestNetwork(chainId: number): Promise<TestNetwork> {
  const kept = free.get(chainId)?.pop()
  const network = kept?.network ?? (await startTestNetwork({ chainId }))
  const uses = (kept?.uses ?? 0) + 1
  const rpc = createRpc(network.rpcUrl)
  await setClock(rpc)
  const { environment } = (await rpc('anvil_nodeInfo', [])) as { environment: { baseFee: Hex } }
  const untouched = await rpc('evm_snapshot', [])
  const giveBack = async () => {
    if (uses === maxUses) return network.stop()
    await rpc('evm_setAutomine', [true])
    await rpc('anvil_dropAllTransactions', [])
    if ((await rpc('evm_revert', [untouched])) !== true) throw new Error('nothing to revert to')
    // A revert keeps the next block's base fee.
    await rpc('anvil_setNextBlockBaseFeePerGas', [environment.baseFee])
    free.set(chainId, [...(free.get(chainId) ?? []), { network, uses }])
  }
  let given: Promise<void> | undefined
  const stop = () => {
    given ??= giveBack().catch(network.stop)
    return given
  }
  return { ...network, stop }
}

/**
 * Sets the network's clock to the present. A revert leaves it at the time of the last block, which may be days ago.
 */
export async function setClock(rpc: Rpc): Promise<void> {
  await rpc('evm_setTime', [toUnixSeconds(Date.now())])
}

async function buildState(chainId: number, path: string): Promise<void> {
  removeOldStates()
  const draft = `${path}.${randomUUID()}`
  const anvil = await startAnvil({
    chainId,
    logFile: `${draft}.log`,
    args: ['--dump-state', draft],
  })
  try {
    await buildNetwork(createRpc(anvil.rpcUrl), chainId)
  } finally {
    await anvil.stop()
  }
  await dropTraces(draft)
  renameSync(draft, path)
  rmSync(`${draft}.log`, { force: true })
}

/** Removes states of earlier versions after a day, since another run may still use them. */
function removeOldStates(): void {
  for (const file of readdirSync(folder)) {
    const path = join(folder, file)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs !== undefined && Date.now() - mtimeMs > 86_400_000) rmSync(path, { force: true })
  }
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  for (const file of files.sort()) {
    if (/(?<!\.test)\.(ts|json)$/.test(file)) hash.update(readFileSync(join(sources, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
