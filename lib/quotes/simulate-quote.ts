import {
  encodeFunctionData,
  encodePacked,
  keccak256,
  numberToHex,
  pad,
  stringToHex,
  toHex,
} from 'viem'
import { encodeSettlement, type SettlementPlan } from '@/lib/chain/encode-settlement'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import { settlementAbi } from '@/lib/chain/settlement-abi'
import { type Context, defineCache } from '@/lib/context'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { multicall3 } from '@/lib/core/multicall3'
import { type Order, orderDomain, orderUid, receiverOf } from '@/lib/core/order'
import { digestOrder } from '@/lib/core/order-digest'
import { allowanceKey, balanceKey, findStorageSlots } from '@/lib/tokens/find-storage-slots'
import type { Fill } from './estimator'

/** One order and the interactions that are to fill it, at one block. */
export type QuoteTrade = {
  readonly chainId: number
  readonly blockNumber: bigint
  readonly owner: Address
  readonly order: Order
  /** What the order's settlement calls before it, how it is filled, and what is called after it. */
  readonly interactions: SettlementPlan['interactions']
  /** Opposite orders that are settled with it, at its price and with their own signatures. */
  readonly fills: readonly Pick<Fill, 'order' | 'sellAmount'>[]
}

/** What the settlement contract did with a trade: gas of the whole call and atoms that arrived. */
export type SimulatedTrade = { readonly gas: bigint; readonly received: bigint }

/** Code that answers every call with 1: stands in for the allow-list, which does not know the caller. */
const allowAll: Hex = '0x600160005260206000f3'
const caller: Address = '0x5011e45011e45011e45011e45011e45011e45011'

/** Marks a pre-signed order in the settlement contract's storage. */
const preSigned = keccak256(stringToHex('GPv2Signing.Scheme.PreSign'))

/**
 * Plays a trade through the settlement contract as it would be settled, with the trader's balance,
 * allowance and signature written into the simulated state. Undefined when the trade fails there. A sell
 * token that keeps its balances where they cannot be written counts with what the trader has of it, after
 * what the order calls before.
 *
 * Exactly the order's amounts are traded: clearing prices are its own limit. What arrives is read before the
 * order's calls after it, which may pass it on.
 */
export async function simulateTrade(
  ctx: Context,
  trade: QuoteTrade,
): Promise<SimulatedTrade | undefined> {
  const { chainId, order, owner } = trade
  const { client } = ctx.chain(chainId)
  const settlement = ctx.config.settlementContract
  const authenticator = await findAuthenticator(ctx, chainId)
  const uid = orderUid(digestOrder(orderDomain(chainId, settlement), order), owner, order.validTo)
  const balanceOf = balanceCall(order.buyToken, receiverOf(order, owner))
  const block = {
    stateOverrides: {
      [authenticator]: { code: allowAll },
      ...(await fundTrader(ctx, trade)),
      [settlement]: { stateDiff: { [preSignatureKey(uid)]: preSigned } },
    },
    calls: [
      balanceOf,
      { from: caller, to: settlement, data: settleCall(trade) },
      balanceOf,
      ...trade.interactions.post.map(({ target: to, callData: data }) => ({
        from: settlement,
        to,
        data,
      })),
    ],
  }
  const [answer] = (await client.request({
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: [block], validation: false }, numberToHex(trade.blockNumber)],
  } as never)) as unknown as { calls: CallResult[] }[]
  return readAnswer(answer?.calls ?? [])
}

/** Milliseconds for which it counts as known where a token keeps its balances, and tokens of which it is kept. */
const slotsMs = 60_000
const maxSlots = 1_000

const storageSlots = defineCache<Awaited<ReturnType<typeof knownSlots>>>('quotes/storage-slots', {
  forMs: slotsMs,
  max: maxSlots,
})

/** The storage of the sell token that gives the trader what the order sells; none where it is not known. */
async function fundTrader(ctx: Context, { chainId, order, owner }: QuoteTrade) {
  const slots = await storageSlots(ctx, {
    key: `${chainId}/${order.sellToken}`,
    load: () => knownSlots(ctx, { chainId, address: order.sellToken }),
  }).catch(() => undefined)
  if (!slots) return {}
  const word = (value: bigint) => pad(numberToHex(value), { size: 32 })
  const allowance = allowanceKey(owner, ctx.config.vaultRelayerContract, slots.allowanceSlot)
  const stateDiff = {
    [balanceKey(owner, slots.balanceSlot)]: word(order.sellAmount + order.feeAmount),
    [allowance]: word(maxUint256),
  }
  return { [order.sellToken]: { stateDiff } }
}

/** Fails where nobody knows, since the node may only have been too busy to tell. */
async function knownSlots(ctx: Context, token: { chainId: number; address: Address }) {
  const slots = await findStorageSlots(ctx, token)
  if (slots) return slots
  throw new Error(`nobody knows where ${token.address} keeps its balances`)
}

type CallResult = { status: Hex; returnData: Hex; gasUsed: Hex }

function readAnswer(results: CallResult[]): SimulatedTrade | undefined {
  const [before, settled, after, ...post] = results
  if (settled?.status !== '0x1' || !before || !after) return undefined
  if (post.some(({ status }) => status !== '0x1')) return undefined
  return {
    gas: BigInt(settled.gasUsed),
    received: BigInt(after.returnData) - BigInt(before.returnData),
  }
}

function settleCall({ order, owner, interactions, fills }: QuoteTrade): Hex {
  return encodeSettlement({
    clearingPrices: new Map([
      [order.sellToken, order.buyAmount],
      [order.buyToken, order.sellAmount],
    ]),
    trades: [
      {
        order: { ...order, owner, signingScheme: 'presign', signature: '0x' },
        executedAmount: order.kind === 'sell' ? order.sellAmount : order.buyAmount,
      },
      ...fills.map((fill) => ({ order: fill.order, executedAmount: fill.sellAmount })),
    ],
    interactions: { ...interactions, post: [] },
    auctionId: undefined,
  })
}

/** What `holder` has of `token`, asked so that the answer is one word also for the native token. */
function balanceCall(token: Address, holder: Address): { from: Address; to: Address; data: Hex } {
  if (token !== nativeToken) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
    return { from: caller, to: token, data }
  }
  const data = encodeFunctionData({
    abi: [
      {
        type: 'function',
        name: 'getEthBalance',
        stateMutability: 'view',
        inputs: [{ type: 'address' }],
        outputs: [{ type: 'uint256' }],
      },
    ] as const,
    args: [holder],
  })
  return { from: caller, to: multicall3, data }
}

/** `preSignature` is the settlement contract's first mapping, keyed by the bytes of the uid. */
function preSignatureKey(uid: Hex): Hex {
  return keccak256(encodePacked(['bytes', 'bytes32'], [uid, toHex(0n, { size: 32 })]))
}

/** The allow-list of a network's settlement contract; it never changes. */
function findAuthenticator(ctx: Context, chainId: number): Promise<Address> {
  const { client } = ctx.chain(chainId)
  const load = async () =>
    toAddress(
      await client.readContract({
        address: ctx.config.settlementContract,
        abi: settlementAbi,
        functionName: 'authenticator',
      }),
    )
  return authenticators(ctx, { scope: chainId, key: '', load })
}

const authenticators = defineCache<Address>('quotes/authenticator', {
  forMs: Number.POSITIVE_INFINITY,
  max: 1,
})
