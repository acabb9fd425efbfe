import type { Context } from '@/lib/context'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import { type PlaceOrderInput, placeOrder } from '@/lib/orders/placement/place-order'
import { approve } from '@/lib/testing/chain/chain-actions'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { signTestOrder } from './sign-test-order'

/** The fixed time of an {@link OrderFixture} clock, in Unix seconds. */
export const nowSeconds = 1_800_000_000

/** An account that holds tokens and has approved WETH to the vault relayer. */
export const trader = getTestAccount(1)

/** The tokens, amounts and expiry of an order; other fields have defaults. */
export type Terms = Parameters<typeof signTestOrder>[0]

type Signing = Partial<Parameters<typeof signTestOrder>[1]>

/** A database and an embedded mainnet on which tests place orders. */
export type OrderFixture = {
  readonly ctx: Context
  readonly network: TestNetwork
  readonly database: TestDatabase
  /** Creates a context with another RPC or configuration on the same database. */
  readonly createContext: (rpcUrl: string, environment?: Record<string, string>) => Context
  /** Returns terms that the trader can fund, unique per call. */
  readonly terms: (change?: Partial<Terms>) => Terms
  /** Signs terms, by default with the trader's key. */
  readonly sign: (change?: Partial<Terms>, signing?: Signing) => Promise<PlaceOrderInput>
  /** Signs terms and places the order. */
  readonly submit: (change?: Partial<Terms>, signing?: Signing) => Promise<string>
}

/** Opens the fixture on a network and a database. */
export async function openOrderFixture({
  network,
  database,
}: Pick<OrderFixture, 'network' | 'database'>): Promise<OrderFixture> {
  const createContext: OrderFixture['createContext'] = (rpcUrl, environment = {}) => {
    const rpcUrls = new Map([[1, rpcUrl]])
    return createTestContext({ db: database.db, rpcUrls, now: nowSeconds * 1000, environment })
  }
  const ctx = createContext(network.rpcUrl)
  const sellToken = getNetwork(1).wrappedNative
  const approval = { spender: defaultVaultRelayer, amount: maxUint256 }
  await approve(network.rpcUrl, { token: sellToken, owner: trader.address, ...approval })
  let sequence = 0n
  const terms: OrderFixture['terms'] = (change = {}) => {
    sequence += 1n
    const buyToken = network.tokens.USDC ?? '0x'
    const sellAmount = 10n ** 18n + sequence
    return { sellToken, buyToken, sellAmount, buyAmount: 1n, validTo: nowSeconds + 600, ...change }
  }
  const sign: OrderFixture['sign'] = (change = {}, signing = {}) =>
    signTestOrder(terms(change), { privateKey: trader.privateKey, ...signing })
  return {
    ctx,
    network,
    database,
    createContext,
    terms,
    sign,
    submit: async (change, signing) => placeOrder(ctx, await sign(change, signing)),
  }
}
