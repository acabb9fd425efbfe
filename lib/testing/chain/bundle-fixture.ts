import { encodeFunctionData, erc20Abi } from 'viem'
import type { BundleTransaction } from '@/lib/chain/simulation/bundle'
import { type SimulatedTransaction, simulateBundle } from '@/lib/chain/simulation/simulate-bundle'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestNetwork } from './test-network'

/** An embedded mainnet on which bundles are simulated. */
export type BundleFixture = {
  readonly ctx: Context
  readonly rpc: Rpc
  readonly rpcUrl: string
  /** An account that holds the native token and all others. */
  readonly from: Address
  readonly weth: Address
  readonly usdc: Address
  readonly simulate: (
    ...bundle: readonly BundleTransaction[]
  ) => Promise<readonly SimulatedTransaction[]>
  /** Sets the code of an address. */
  readonly place: (address: Address, runtime: string) => Promise<unknown>
}

/** An account that holds nothing. */
export const emptyAccount: Address = `0x${'ab'.repeat(20)}`

/** Returns a transaction, by default from the fixture's account to {@link emptyAccount}. */
export function transactionOf(change: Partial<BundleTransaction>): BundleTransaction {
  const from = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
  return { from, to: emptyAccount, input: '0x', value: 0n, gas: 200_000n, ...change }
}

/** Returns a token transfer, by default from the fixture's account. */
export function transferOf(
  token: Address,
  { from, ...args }: { readonly from?: Address; readonly to: Address; readonly amount: bigint },
): BundleTransaction {
  const input = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [args.to, args.amount],
  })
  return transactionOf({ to: token, input, ...(from ? { from } : {}) })
}

/** Opens the fixture on a network. */
export function openBundleFixture(network: TestNetwork): BundleFixture {
  const rpc = createRpc(network.rpcUrl)
  const ctx = createTestContext({ rpcUrls: new Map([[1, network.rpcUrl]]) })
  return {
    ctx,
    rpc,
    rpcUrl: network.rpcUrl,
    from: transactionOf({}).from,
    weth: network.tokens.WETH ?? '0x',
    usdc: network.tokens.USDC ?? '0x',
    simulate: (...bundle) => simulateBundle(ctx, { chainId: 1, bundle }),
    place: (address, runtime) => rpc('anvil_setCode', [address, runtime]),
  }
}
