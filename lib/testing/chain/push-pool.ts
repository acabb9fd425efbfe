import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { marketMaker, marketMakerAbi } from '@/lib/devnet/market/market-maker'
import { moveTransaction } from '@/lib/devnet/market/market-step'
import { type Rpc, sendTransaction, type UnlockedTransaction } from '@/lib/devnet/rpc'

/** A pool of an embedded network, in the form its market maker uses. */
export type PushablePool = {
  readonly index: number
  readonly address: Address
  readonly tokens: readonly [Address, Address]
  readonly isConcentrated: boolean
}

const stateAbi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
])

/** Returns all pools of an embedded network. */
export async function listPushablePools(rpc: Rpc): Promise<readonly PushablePool[]> {
  const count = await call(rpc, marketMaker, 'poolCount', [])
  return Promise.all(
    Array.from({ length: Number(count) }, async (_, index) => {
      const [pool, isConcentrated, token0, token1] = (await call(rpc, marketMaker, 'pools', [
        BigInt(index),
      ])) as readonly [Address, boolean, Address, Address]
      const tokens = [toAddress(token0), toAddress(token1)] as const
      return { index, address: toAddress(pool), tokens, isConcentrated }
    }),
  )
}

/** Moves the price of pools by a factor with real swaps in one block; other pools are untouched. */
export async function pushPools(
  rpc: Rpc,
  pools: readonly PushablePool[],
  factor: number,
): Promise<void> {
  await sendTransaction(rpc, await pushTransaction(rpc, pools, factor))
}

/** Returns the transaction that moves the price of pools by a factor. */
export async function pushTransaction(
  rpc: Rpc,
  pools: readonly PushablePool[],
  factor: number,
): Promise<UnlockedTransaction> {
  const targets: bigint[] = []
  for (const pool of pools) {
    const root = (await rootOf(rpc, pool)) * Math.sqrt(factor)
    while (targets.length < pool.index) targets.push(0n)
    targets[pool.index] = BigInt(Math.floor(root * 2 ** 96))
  }
  return moveTransaction(targets)
}

async function rootOf(rpc: Rpc, { address, isConcentrated }: PushablePool): Promise<number> {
  const functionName = isConcentrated ? 'slot0' : 'getReserves'
  const data = encodeFunctionData({ abi: stateAbi, functionName })
  const answer = (await rpc('eth_call', [{ to: address, data }, 'latest'])) as Hex
  const [first, second] = decodeFunctionResult({ abi: stateAbi, functionName, data: answer })
  return isConcentrated ? Number(first) / 2 ** 96 : Math.sqrt(Number(second) / Number(first))
}

async function call(
  rpc: Rpc,
  to: Address,
  functionName: 'poolCount' | 'pools',
  args: readonly bigint[],
): Promise<unknown> {
  const request = { abi: marketMakerAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]
  const data = encodeFunctionData(request)
  const answer = (await rpc('eth_call', [{ to, data }, 'latest'])) as Hex
  return decodeFunctionResult({ abi: marketMakerAbi, functionName, data: answer })
}
