import { sign } from 'viem/accounts'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { hashOrder, type Order, orderDomain, orderUid } from '@/lib/core/order'
import type { Database } from '@/lib/db/database'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { approve } from '@/lib/testing/chain/chain-actions'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { createTestContext } from '@/lib/testing/test-context'
import { plainTerms } from '@/lib/testing/test-order'

type Terms = Parameters<typeof completeOrder>[0]

/** The parts that settling needs: an embedded mainnet, a database and a solver's key. */
export type SolverStage = {
  readonly ctx: Context
  readonly network: TestNetwork
  readonly rpc: Rpc
  /** Returns the address of a token by its symbol. */
  readonly token: (symbol: string) => Address
  /** Places an order signed by one of the test accounts, which approves its sell token. */
  readonly place: (account: number, terms: Partial<Terms>) => Promise<NewOrder>
  /** Stores an order of any owner with a given, unverified signature; without interactions by default. */
  readonly placeSigned: (
    order: Order,
    by: Pick<NewOrder, 'owner' | 'signingScheme' | 'signature'> &
      Partial<Pick<NewOrder, 'interactions'>>,
  ) => Promise<NewOrder>
}

type Parts = {
  readonly network: TestNetwork
  readonly db: Database
  readonly environment?: Readonly<Record<string, string>>
}

/** Returns the digest of an order on the embedded mainnet. */
export function digestOf(order: Order): Hex {
  return hashOrder(orderDomain(1, defaultSettlement), order)
}

/** Builds the stage from its parts, with epoch 1 of the auction's leadership. */
export async function setUpSolverStage({ network, db, environment }: Parts): Promise<SolverStage> {
  const ctx = createTestContext({
    db,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: {
      EMBEDDED_CHAIN_IDS: '1',
      SOLVER_PRIVATE_KEY: network.solver.privateKey,
      ...environment,
    },
  })
  await db.leader.create({ data: { role: auctionRole(1), epoch: 1n } })
  const token = (symbol: string) => network.tokens[symbol] ?? '0x'
  const placeSigned: SolverStage['placeSigned'] = async (order, by) => {
    const placed: NewOrder = {
      ...order,
      ...plainTerms,
      ...by,
      uid: orderUid(digestOf(order), by.owner, order.validTo),
      chainId: 1,
      settlementContract: defaultSettlement,
      trueValidTo: order.validTo,
      quoteId: undefined,
      createdAt: new Date(),
    }
    await insertOrder(ctx.db, placed)
    return placed
  }
  let sequence = 0
  const place: SolverStage['place'] = async (index, terms) => {
    const { address: owner, privateKey } = network.accounts[index] ?? network.solver
    const order = completeOrder({
      sellToken: token('WETH'),
      buyToken: token('USDC'),
      sellAmount: 10n ** 18n,
      buyAmount: 1n,
      validTo: 4_000_000_000 + sequence++,
      ...terms,
    })
    const approval = { spender: defaultVaultRelayer, amount: maxUint256 }
    await approve(network.rpcUrl, { token: order.sellToken, owner, ...approval })
    const signature = await sign({ hash: digestOf(order), privateKey, to: 'hex' })
    return placeSigned(order, { owner, signingScheme: 'eip712', signature })
  }
  return { ctx, network, rpc: createRpc(network.rpcUrl), token, place, placeSigned }
}
