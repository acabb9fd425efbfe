import { privateKeyToAccount } from 'viem/accounts'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { hashOrder, type Order, orderDomain, orderTypes, orderUid } from '@/lib/core/order'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { approve } from '@/lib/testing/chain/chain-actions'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { plainTerms } from '@/lib/testing/test-order'

/** Two orders of two accounts that match each other exactly. */
export type OppositeOrders = readonly [NewOrder, NewOrder]

const sellAmount = 10n ** 15n
const buyAmount = 3_000_000n

/** Signs two opposite orders, WETH for USDC and back, and approves their sell tokens. */
export async function signOppositeOrders(
  network: TestNetwork,
  change: Partial<Order> = {},
): Promise<OppositeOrders> {
  const { WETH, USDC } = network.tokens
  if (!WETH || !USDC) throw new Error('the network has no WETH or USDC')
  const forth = { sellToken: WETH, buyToken: USDC, sellAmount, buyAmount }
  const back = { sellToken: USDC, buyToken: WETH, sellAmount: buyAmount, buyAmount: sellAmount }
  return [
    await signOrder(network, { ...forth, ...change }, 0),
    await signOrder(network, { ...back, ...change }, 1),
  ]
}

async function signOrder(
  network: TestNetwork,
  terms: Pick<Order, 'sellToken' | 'buyToken' | 'sellAmount' | 'buyAmount'> & Partial<Order>,
  index: number,
): Promise<NewOrder> {
  const { chainId, rpcUrl } = network
  const account = network.accounts[index]
  if (!account) throw new Error(`the network has no account ${index}`)
  const order = completeOrder({ validTo: 2_000_000_000 + orders++, ...terms })
  const domain = orderDomain(chainId, defaultSettlement)
  const signer = privateKeyToAccount(account.privateKey)
  const typed = { domain, types: orderTypes, primaryType: 'Order', message: order } as const
  const [token, amount] = [order.sellToken, 2n ** 128n]
  await approve(rpcUrl, { token, owner: account.address, spender: defaultVaultRelayer, amount })
  return {
    ...order,
    uid: orderUid(hashOrder(domain, order), account.address, order.validTo),
    chainId,
    owner: account.address,
    signingScheme: 'eip712',
    signature: await signer.signTypedData(typed),
    settlementContract: defaultSettlement,
    ...plainTerms,
    trueValidTo: order.validTo,
    quoteId: undefined,
    createdAt: new Date(),
  }
}

let orders = 0

/** A transaction from an unlocked account of the test chain. */
export type TestTransaction = {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
  /** Wei as a hex quantity. */
  readonly value?: Hex
}

type Crossing = {
  readonly orders: OppositeOrders
  /** Percentage of both orders to fill. */
  readonly percent?: bigint
  readonly auctionId?: bigint
}

/** Returns the settlement that fills two opposite orders against each other. */
export function crossOrders(
  { solver }: TestNetwork,
  { orders, percent = 100n, auctionId }: Crossing,
): TestTransaction {
  const [forth, back] = orders
  const data = encodeSettlement({
    clearingPrices: new Map([
      [forth.sellToken, forth.buyAmount],
      [forth.buyToken, forth.sellAmount],
    ]),
    trades: [forth, back].map((order) => ({
      order,
      executedAmount: (order.sellAmount * percent) / 100n,
    })),
    interactions: { pre: [], intra: [], post: [] },
    auctionId,
  })
  return { from: solver.address, to: defaultSettlement, data }
}

/** Sends a transaction, waits for its block and returns its hash. */
export async function send(network: TestNetwork, transaction: TestTransaction): Promise<Hex> {
  const rpc = createRpc(network.rpcUrl)
  return (await sendTransaction(rpc, { ...transaction, gas: 1_000_000 })).transactionHash
}
