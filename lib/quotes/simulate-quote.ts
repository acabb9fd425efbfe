import {
  encodeFunctionData,
  encodePacked,
  keccak256,
  numberToHex,
  pad,
  stringToHex,
  toHex,
} from 'viem'
import { erc20Abi, settlementAbi } from '@/lib/chain/contract-abis'
import { encodeSettlement, type SettlementPlan } from '@/lib/chain/encode-settlement'
import { type Context, defineCache } from '@/lib/context'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { multicall3 } from '@/lib/core/multicall3'
import { type Order, orderDomain, orderUid, receiverOf } from '@/lib/core/order'
import { digestOrder } from '@/lib/core/order-digest'
import { allowanceKey, balanceKey, findStorageSlots } from '@/lib/tokens/find-storage-slots'
import type { Fill } from './estimator'

/** One order and its settlement interactions, at one block. */
export type QuoteTrade = {
  readonly chainId: number
  readonly blockNumber: bigint
  readonly owner: Address
  readonly order: Order
  /** Interactions before the trade, for the trade, and after it. */
  readonly interactions: SettlementPlan['interactions']
  /** Opposite orders settled in the same transaction, at the same price and with their own signatures. */
  readonly fills: readonly Pick<Fill, 'order' | 'sellAmount'>[]
}

/** Measured results of a simulated trade: gas of the whole call and atoms received. */
export type SimulatedTrade = { readonly gas: bigint; readonly received: bigint }

/** Code that returns 1 for every call: replaces the allow-list, which does not contain the simulated caller. */
const allowAll: Hex = '0x600160005260206000f3'
/** An address without code or funds, in place of a solver. */
const caller: Address = '0x5011e45011e45011e45011e45011e45011e45011'

/** Marks the order as presigned in the settlement contract's storage. */
const preSigned = keccak256(stringToHex('GPv2Signing.Scheme.PreSign'))

/**
 * Simulates a trade through the settlement contract, with the trader's balance, allowance and signature as state
 * overrides. Undefined if the trade reverts. If the sell token's balance slot is unknown, the trader's real balance
 * after the pre-hooks counts.
 *
 * Trades exactly the order's amounts, with its limit as the clearing prices. The received amount is read before the
 * post-hooks, which may pass it on.
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

/** Milliseconds for which a token's balance slot is cached; an upgrade of the token may move it. */
const slotsMs = 60_000

/** Maximum number of cached tokens, to bound memory. */
const maxSlots = 1_000

const storageSlots = defineCache<Awaited<ReturnType<typeof knownSlots>>>('quotes/storage-slots', {
  forMs: slotsMs,
  max: maxSlots,
})

/** State overrides that fund the trader with the order's sell amount; none if the balance slot is unknown. */
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

/** Throws if the slot is unknown for now: the node may only have been too busy to answer. */
async function knownSlots(ctx: Context, token: { chainId: number; address: Address }) {
  const slots = await findStorageSlots(ctx, token)
  if (slots) return slots
  throw new Error(`the balance slot of ${token.address} is unknown`)
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

/** Reads the balance of `holder` as a single word, also for the native token. */
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

/** `preSignature` is the settlement contract's first mapping, keyed by the uid's bytes. */
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
