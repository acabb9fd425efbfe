import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getNetwork } from '@/lib/core/networks'
import { deployHelpers, deployTokens } from '@/lib/devnet/deploy/deploy-tokens'
import { startAnvil } from '@/lib/devnet/processes/anvil'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { setPredeployAnswer } from './data-fees'

/** A chain that has what an operator finds on a real network before anything is deployed there. */
export type PlainNetwork = {
  readonly chainId: number
  readonly rpcUrl: string
  readonly rpc: Rpc
  readonly stop: () => Promise<void>
}

/** Wei that a layer-2 network of this kind charges for the data of a transaction. */
export const plainDataFee = 10n ** 12n

/**
 * Starts a chain with the id of a real network, with tokens, Multicall3 and the predeploys of its data
 * fee, and nothing of ours.
 */
export async function startPlainNetwork(options: {
  readonly chainId: number
  /** Whether it has the CREATE2 factory, as nearly every network; default true. */
  readonly hasFactory?: boolean
}): Promise<PlainNetwork> {
  const { chainId, hasFactory = true } = options
  const logFile = join(tmpdir(), 'coincide-test-networks', `plain-${chainId}-${randomUUID()}.log`)
  const args = hasFactory ? [] : ['--disable-default-create2-deployer']
  const anvil = await startAnvil({ chainId, logFile, args })
  const rpc = createRpc(anvil.rpcUrl)
  await deployHelpers(rpc, chainId)
  await deployTokens(rpc, chainId)
  const { dataFee } = getNetwork(chainId)
  if (dataFee !== 'none') await setPredeployAnswer(anvil.rpcUrl, dataFee, plainDataFee)
  const stop = async () => {
    await anvil.stop()
    rmSync(logFile, { force: true })
  }
  return { chainId, rpcUrl: anvil.rpcUrl, rpc, stop }
}
