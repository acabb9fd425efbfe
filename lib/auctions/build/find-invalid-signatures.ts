import { boundedSimulation, type CallOutcome } from '@/lib/chain/simulation/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { encodeSignatureCall, isMagicAnswer } from '@/lib/orders/signatures/contract-signature'
import type { HookedOrder } from './read-funds-after-hooks'

/**
 * Gas limit of a signature check; a wallet that uses more than half of it without confirming is judged by the
 * settlement's simulation.
 */
const walletGas = 500_000n

/** Wallets per request, whose total gas nodes accept, and wallets per auction. */
const atOnce = 24
const maxAsked = 240

/** Length of the order digest in a uid's hex string. */
const digestEnd = 66

/**
 * Returns the orders whose contract wallets reject their ERC-1271 signature at a block, called from the settlement
 * contract, each with a gas limit. Skips orders with pre-hooks, which may set the signature, and wallets that could not
 * be called.
 */
export async function findUnsigned(
  ctx: Context,
  {
    chainId,
    blockNumber,
    orders,
  }: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly orders: readonly HookedOrder[]
  },
): Promise<ReadonlySet<Hex>> {
  const asked = orders
    .filter(({ order, interactions }) => isWallet(order) && interactions.pre.length === 0)
    .slice(0, maxAsked)
  const parts = Array.from({ length: Math.ceil(asked.length / atOnce) }, (_, i) =>
    asked.slice(i * atOnce, (i + 1) * atOnce),
  )
  const answers = await Promise.all(
    parts.map((part) => {
      const calls = part.map((entry) => toCall(ctx, entry))
      // An unreachable node is detected by the auction's other reads.
      return boundedSimulation(ctx, { chainId, blockNumber, calls }).catch(() => undefined)
    }),
  )
  const unsigned = parts.flatMap((part, i) =>
    part.filter((_, at) => isNo(answers[i]?.[at])).map(({ uid }) => uid),
  )
  return new Set(unsigned)
}

function isWallet({ signingScheme }: HookedOrder['order']): boolean {
  return signingScheme === 'eip1271'
}

function toCall({ config }: Context, { uid, order }: HookedOrder) {
  const digest: Hex = `0x${uid.slice(2, digestEnd)}`
  const data = encodeSignatureCall({ digest, signature: order.signature })
  return { from: config.settlementContract, to: order.owner, data, gas: walletGas }
}

function isNo(outcome: CallOutcome | undefined): boolean {
  if (!outcome) return false
  if (outcome.succeeded) return !isMagicAnswer(outcome.returnData)
  return outcome.gasUsed < walletGas / 2n
}
