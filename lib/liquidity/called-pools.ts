import { decodeFunctionData } from 'viem'
import { vaultAbi } from '@/lib/chain/contract-abis'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import { pairAbi, router02Abi, routerAbi } from './encode-hop'
import { isVaultPool, type Pool } from './pool'

/**
 * Returns what identifies a pool in the calls that trade it ({@link calledPools}): its address, its id in the vault, or the
 * tokens and fee that the Uniswap V3 router is given.
 */
export function poolKey(pool: Pool): string {
  if (isVaultPool(pool)) return pool.poolId
  if (pool.protocol === 'uniswap-v2') return pool.address
  return concentratedKey(pool.token0, pool.token1, pool.feePpm)
}

/** Returns the keys of the pools that some calls trade. */
export function calledPools(calls: readonly Interaction[]): ReadonlySet<string> {
  return new Set(calls.flatMap((call) => keyOf(call) ?? []))
}

const swapAbi = [...pairAbi, ...routerAbi, ...router02Abi, ...vaultAbi] as const

function keyOf({ target, callData }: Interaction): string | undefined {
  const call = decode(callData)
  if (call?.functionName === 'exactInputSingle') {
    const { tokenIn, tokenOut, fee } = call.args[0]
    return concentratedKey(tokenIn, tokenOut, fee)
  }
  if (call?.functionName !== 'swap') return undefined
  const [first] = call.args
  return typeof first === 'object' ? first.poolId : toAddress(target)
}

function concentratedKey(tokenA: string, tokenB: string, fee: number): string {
  return [...[tokenA.toLowerCase(), tokenB.toLowerCase()].sort(), fee].join('-')
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: swapAbi, data })
  } catch {
    return undefined
  }
}
