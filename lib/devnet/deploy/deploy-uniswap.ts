import { encodeFunctionData, parseAbi } from 'viem'
import { type Address, zeroAddress } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { operator } from '@/lib/devnet/accounts'
import { type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { readPackageArtifact } from './package-artifact'
import { placeContract } from './place-contract'

/** Uniswap periphery contracts; at their mainnet addresses on every embedded network. */
export const uniswapPeriphery = {
  v2Router: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  v3Router: originalSwapRouter.address,
  v3PositionManager: '0xc36442b4a4522e871399cd717abdd847ab11fe88',
  v3Quoter: '0x61ffe014ba17989e743c5f6cb21bf9697530b21e',
} as const satisfies Record<string, Address>

const v3Contracts = '@uniswap/v3-periphery/artifacts/contracts'

/** Returns the V2 and the V3 factory of an embedded network. */
export function getFactories(chainId: number): { readonly v2: Address; readonly v3: Address } {
  const { uniswapV2, uniswapV3 } = getNetwork(chainId).factories
  const [v2] = uniswapV2
  const [v3] = uniswapV3
  if (!v2 || !v3) throw new Error(`network ${chainId} lacks a factory`)
  return { v2: v2.address, v3 }
}

/** Places the factories at the network's addresses, with the 100 ppm fee tier enabled as on public networks. */
export async function deployUniswap(rpc: Rpc, chainId: number): Promise<void> {
  const { v2, v3 } = getFactories(chainId)
  const { wrappedNative } = getNetwork(chainId)
  await place(rpc, '@uniswap/v2-core/build/UniswapV2Factory', { address: v2, args: [operator] })
  await place(rpc, '@uniswap/v2-periphery/build/UniswapV2Router02', {
    address: uniswapPeriphery.v2Router,
    args: [v2, wrappedNative],
  })
  await place(rpc, '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory', {
    address: v3,
    args: [],
  })
  const data = encodeFunctionData({
    abi: parseAbi(['function enableFeeAmount(uint24 fee, int24 tickSpacing)']),
    args: [100, 1],
  })
  await sendTransaction(rpc, { from: operator, to: v3, data })
  await place(rpc, `${v3Contracts}/SwapRouter.sol/SwapRouter`, {
    address: uniswapPeriphery.v3Router,
    args: [v3, wrappedNative],
  })
  await place(rpc, `${v3Contracts}/NonfungiblePositionManager.sol/NonfungiblePositionManager`, {
    address: uniswapPeriphery.v3PositionManager,
    args: [v3, wrappedNative, zeroAddress],
  })
  await place(rpc, `${v3Contracts}/lens/QuoterV2.sol/QuoterV2`, {
    address: uniswapPeriphery.v3Quoter,
    args: [v3, wrappedNative],
  })
}

async function place(
  rpc: Rpc,
  artifact: string,
  at: { readonly address: Address; readonly args: readonly unknown[] },
): Promise<void> {
  await placeContract(rpc, { ...readPackageArtifact(`${artifact}.json`), ...at })
}
