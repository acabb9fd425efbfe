import { encodeFunctionData, hexToNumber } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import { quantity, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { marketMaker, marketMakerAbi } from './market-maker'
import { createMarket, moveTransaction } from './market-step'
import { stepSeconds } from './prices'
import { createVaultMarket, moveVaultTransaction } from './vault-market'

/** Age at which an embedded network opens: a day and an hour. */
export const historySeconds = 90_000

/** Steps between two moves of the vault pools, each of which takes a transaction of its own. */
const vaultSteps = 2

/** Returns the opening time of an embedded network's market, in Unix seconds. */
export async function readOpening(rpc: Rpc): Promise<number> {
  const data = encodeFunctionData({ abi: marketMakerAbi, functionName: 'startedAt' })
  return hexToNumber((await rpc('eth_call', [{ to: marketMaker, data }, 'latest'])) as Hex)
}

/**
 * Trades a network that opened in the past up to the present, one transaction per five minutes, on an Anvil that mines
 * on demand. The last block has the clock's time.
 */
export async function writeHistory(
  rpc: Rpc,
  options: {
    readonly chainId: number
    readonly seed?: number
    /** Called from time to time with the completed share, 0 to 1. */
    readonly onProgress?: (share: number) => void
  },
): Promise<void> {
  const { onProgress } = options
  const openedAt = await readOpening(rpc)
  const market = createMarket({ ...options, openedAt })
  const vaultMarket = createVaultMarket({ ...options, openedAt })
  const now = Math.floor(Date.now() / 1000)
  const steps = Math.floor((now - openedAt) / stepSeconds)
  for (let left = steps - 1; left >= 0; left -= 1) {
    const seconds = left === 0 ? Math.floor(Date.now() / 1000) : now - left * stepSeconds
    await rpc('evm_setNextBlockTimestamp', [quantity(seconds)])
    await sendTransaction(rpc, moveTransaction(market(seconds)))
    if (left % vaultSteps === 0)
      await sendTransaction(rpc, moveVaultTransaction(vaultMarket(seconds)))
    if (left % 24 === 0) onProgress?.(1 - left / steps)
  }
}
