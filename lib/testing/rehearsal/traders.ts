import { maxUint256 } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Network } from '@/lib/core/networks/network'
import type { OrderKind } from '@/lib/core/order'
import { getTestAccount, type TestAccount } from '@/lib/devnet/accounts'
import { atomsWorth, listDevnetPools, listDevnetTokens } from '@/lib/devnet/embedded-networks'
import type { DevnetToken } from '@/lib/devnet/networks/embedded-network'
import { approve } from '@/lib/testing/chain/chain-actions'
import { completeOrder, signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { get, post, postOrder } from './post-order'
import type { RehearsalStage } from './stage'

/** An order of an honest trader. */
export type HonestOrder = {
  readonly uid: Hex
  readonly owner: Address
  readonly kind: OrderKind
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Unix milliseconds. */
  readonly placedMs: number
  /** When its fill was seen, in Unix milliseconds; undefined: it was not. */
  filledMs: number | undefined
}

/** Honest traders, who ask the service for quotes, sign and place orders by its HTTP API. */
export type Traders = {
  readonly accounts: readonly TestAccount[]
  readonly tokens: readonly DevnetToken[]
  readonly orders: readonly HonestOrder[]
  /** Places an order of a random trader, pair, kind and size. @throws {Error} with the refusal. */
  readonly place: () => Promise<HonestOrder>
  /** Looks which open orders are filled. */
  readonly look: () => Promise<void>
}

/** Test accounts 1 to 6 trade; the others deploy, attack or hold the tokens of fixtures. */
const traderCount = 6

/** US dollars of an order: worth its gas on every network, and little for the pools. */
const minUsd = 500
const maxUsd = 10_000

/** Share of orders that buy an exact amount. */
const buyShare = 0.3

/** What the traders concede against the quote, in bps: the range of the pages. */
const minSlippageBps = 50
const maxSlippageBps = 200

const validForSeconds = 1_800

const listTraders = () =>
  Array.from({ length: traderCount }, (_, index) => getTestAccount(index + 1))

const listTokens = ({ chainId, baseTokens }: Network) =>
  listDevnetTokens(chainId).filter(({ address }) => baseTokens.includes(address))

/** Lets a vault relayer spend the tokens of all traders, on a chain that mines at once. */
export async function approveRelayer(
  { network, anvil }: Pick<RehearsalStage['chain'], 'network' | 'anvil'>,
  spender: Address,
): Promise<void> {
  for (const { address: owner } of listTraders()) {
    for (const { address: token } of listTokens(network)) {
      await approve(anvil.rpcUrl, { token, owner, spender, amount: maxUint256 })
    }
  }
}

/** Opens the traders, whose tokens the vault relayer may spend ({@link approveRelayer}). */
export function openTraders(stage: RehearsalStage, random: () => number): Traders {
  const { chain, deployment, web } = stage
  const { chainId, name } = chain.network
  const tokens = listTokens(chain.network)
  const pairs = listPairs(chainId, tokens)
  const accounts = listTraders()
  const orders: HonestOrder[] = []
  const api = `${web.url}/${name}/api/v1`
  const place = async () => {
    const account = pick(random, accounts)
    const pair = pick(random, pairs)
    const [sold, bought] = random() < 0.5 ? pair : ([pair[1], pair[0]] as const)
    const kind: OrderKind = random() < buyShare ? 'buy' : 'sell'
    const usd = minUsd + random() * (maxUsd - minUsd)
    const size = atomsWorth(kind === 'sell' ? sold : bought, usd)
    const { quote, id } = await post<Quoted>(`${api}/quote`, {
      ...{ kind, from: account.address, sellToken: sold.address, buyToken: bought.address },
      [kind === 'sell' ? 'sellAmountBeforeFee' : 'buyAmountAfterFee']: String(size),
      validFor: validForSeconds,
    })
    const slippage = BigInt(
      Math.round(minSlippageBps + random() * (maxSlippageBps - minSlippageBps)),
    )
    const given = BigInt(quote.sellAmount) + BigInt(quote.feeAmount)
    const terms = {
      ...{ kind, sellToken: sold.address, buyToken: bought.address, validTo: quote.validTo },
      sellAmount: kind === 'sell' ? given : (given * (10_000n + slippage)) / 10_000n,
      buyAmount:
        kind === 'sell'
          ? (BigInt(quote.buyAmount) * (10_000n - slippage)) / 10_000n
          : BigInt(quote.buyAmount),
    } as const
    const settlementContract = deployment.settlement
    const { privateKey } = account
    const order = completeOrder(terms)
    const signing = { privateKey, chainId, settlementContract }
    const { signingScheme, signature, from } = await signTestOrder(order, signing)
    const uid = await postOrder(stage, { ...order, from, signingScheme, signature, quoteId: id })
    const placed = { ...terms, uid, owner: account.address, placedMs: Date.now() }
    const honest: HonestOrder = { ...placed, filledMs: undefined }
    orders.push(honest)
    return honest
  }
  const look = async () => {
    const open = orders.filter(({ filledMs }) => filledMs === undefined)
    const states = await Promise.all(
      open.map(({ uid }) => get<{ readonly status: string }>(`${api}/orders/${uid}`)),
    )
    for (const [index, { status }] of states.entries()) {
      const order = open[index]
      if (order && status === 'fulfilled') order.filledMs = Date.now()
    }
  }
  return { accounts, tokens, orders, place, look }
}

/** @throws {RangeError} from an empty list. */
function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new RangeError('nothing to pick from')
  return value
}

type Quoted = {
  readonly id: number
  readonly quote: {
    readonly sellAmount: string
    readonly buyAmount: string
    readonly feeAmount: string
    readonly validTo: number
  }
}

/** The pairs of tokens with a pool of their own. */
function listPairs(chainId: number, tokens: readonly DevnetToken[]) {
  const bySymbol = new Map(tokens.map((token) => [token.symbol, token]))
  const pairs = new Map<string, readonly [DevnetToken, DevnetToken]>()
  for (const { a, b } of listDevnetPools(chainId)) {
    const [first, second] = [bySymbol.get(a), bySymbol.get(b)]
    if (first && second) pairs.set(`${a}/${b}`, [first, second])
  }
  return [...pairs.values()]
}
