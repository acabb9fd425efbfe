import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildNetwork } from '@/lib/devnet/deploy/build-network'
import { historySeconds, writeHistory } from '@/lib/devnet/market/history'
import { createRpc } from '@/lib/devnet/rpc'
import { backUpState, dropTraces, recoverState } from '@/lib/devnet/state-file'
import { type Anvil, startAnvil } from './anvil'

/** The location and settings of one embedded network. */
export type NetworkPlace = {
  readonly chainId: number
  readonly host: string
  readonly port: number
  /** Folder of its state file. */
  readonly folder: string
  readonly logFile: string
  readonly seed?: number
  readonly onProgress: (message: string) => void
}

/**
 * Seconds between two blocks without transactions; a transaction is mined at once. Each block takes 1.6 kB of the
 * state file, 34 MB a day.
 */
const blockSeconds = 4

/** Seconds between two writes of the state file. */
const stateSeconds = 30

/** Number of past blocks whose state remains available to calls. */
const keptStates = 600

/** Ensures that an embedded network has a state to start from. Resolves with whether it was built. */
export async function prepareNetwork(place: NetworkPlace): Promise<boolean> {
  const state = stateFile(place)
  await mkdir(place.folder, { recursive: true })
  if (await recoverState(state)) return false
  const draft = `${state}.draft`
  await rm(draft, { force: true })
  const openedAt = Math.floor(Date.now() / 1000) - historySeconds
  const anvil = await startAnvil({
    chainId: place.chainId,
    logFile: place.logFile,
    args: ['--timestamp', String(openedAt), '--dump-state', draft, '--prune-history', '2'],
  })
  try {
    const rpc = createRpc(anvil.rpcUrl)
    place.onProgress('contracts and pools')
    await buildNetwork(rpc, place.chainId)
    await writeHistory(rpc, {
      ...place,
      onProgress: (share) => place.onProgress(`a day of trades, ${Math.round(share * 100)} %`),
    })
  } finally {
    await anvil.stop()
  }
  if (!existsSync(draft)) throw new Error(`network ${place.chainId} wrote no state file`)
  await dropTraces(draft)
  await rename(draft, state)
  await backUpState(state)
  return true
}

/** Starts a prepared embedded network, from its last good state if a kill truncated the latest. */
export async function runNetwork(place: NetworkPlace): Promise<Anvil> {
  const state = stateFile(place)
  if (!(await recoverState(state)))
    throw new Error(`network ${place.chainId} has no complete state file`)
  await dropTraces(state)
  return startAnvil({
    ...place,
    args: [
      ...['--state', state, '--state-interval', String(stateSeconds)],
      ...['--prune-history', String(keptStates)],
      ...['--block-time', String(blockSeconds), '--mixed-mining'],
    ],
  })
}

/** Returns the path of an embedded network's state file. */
export function stateFile(place: Pick<NetworkPlace, 'folder' | 'chainId'>): string {
  return join(place.folder, `${place.chainId}.json`)
}
