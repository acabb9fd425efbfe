import { type Context, defineCache } from '@/lib/context'
import { maxAmount, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'

/** Gas prices of a network, in wei per unit of gas. */
export type GasMarket = {
  /** The base fee of the next block, computed from its parent's header (EIP-1559). */
  readonly baseFee: bigint
  readonly tip: bigint
  /** The price assumed for a settlement: the tip and the head's base fee plus an eighth, its maximum rise per block. */
  readonly price: bigint
}

/**
 * Blocks in the fee history, and the percentile of gas in each whose tip is taken: what enters blocks of the last minutes
 * at the low end, without following a single block.
 */
const blocks = 10
const percentile = 20

/** Milliseconds for which the tips of a head are kept; the next block has others. */
const tipsMs = 60_000
const tipsOf = defineCache<readonly bigint[]>('chain/tips', { forMs: tipsMs, max: 4 })

/** Nodes drop transactions without a tip; the common minimum is 0.001 gwei. */
const minTip = 1_000_000n

/**
 * Reads the gas prices of a network: at `known` if the caller has just read it, else at the newest block. The tip is the
 * median of the last ten blocks, capped at `MAX_TIP_GWEI` so that no node can inflate it.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readGasMarket(
  ctx: Context,
  chainId: number,
  known?: Header,
): Promise<GasMarket> {
  const { client, network } = ctx.chain(chainId)
  const { head, tips } = await readTips(ctx, chainId, known ?? client.getBlock()).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  const maxTip = ctx.config.maxTip.get(chainId) ?? 0n
  const tip = minAmount(maxAmount(median(tips), minTip), maxTip)
  const parentFee = head.baseFeePerGas ?? 0n
  return { baseFee: nextBaseFee(head), tip, price: (parentFee * 9n) / 8n + tip }
}

async function readTips(ctx: Context, chainId: number, known: Header | Promise<Header>) {
  const head = await known
  const { client } = ctx.chain(chainId)
  const load = async () => {
    const request = { blockCount: blocks, rewardPercentiles: [percentile] }
    const { reward = [] } = await client.getFeeHistory(request)
    return reward.map(([tip = 0n]) => tip)
  }
  return { head, tips: await tipsOf(ctx, { scope: chainId, key: head.hash, load }) }
}

/** The header of a block, as a node's client returns it. */
type Header = {
  readonly hash: Hex
  readonly baseFeePerGas: bigint | null
  readonly gasUsed: bigint
  readonly gasLimit: bigint
}

/** Never below the parent's base fee: networks with rules other than EIP-1559's let it fall more slowly. */
function nextBaseFee({ baseFeePerGas, gasUsed, gasLimit }: Header): bigint {
  const fee = baseFeePerGas ?? 0n
  const target = gasLimit / 2n
  if (target === 0n || gasUsed <= target) return fee
  return fee + maxAmount((fee * (gasUsed - target)) / target / 8n, 1n)
}

function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}
