import type { Context } from '@/lib/context'
import { maxAmount, minAmount } from '@/lib/core/amount'
import { dependencyDown } from '@/lib/core/errors'

/** What blocks ask for a unit of gas, in wei. */
export type GasMarket = {
  /** The base fee of the next block, as its parent's header makes it (EIP-1559). */
  readonly baseFee: bigint
  readonly tip: bigint
  /** What a settlement of the next blocks is reckoned with: the base fee may rise by an eighth from block to block. */
  readonly price: bigint
}

/** Blocks whose tips count, and the part of their gas that paid less, in percent. */
const blocks = 10
const percentile = 20

/** Nodes leave out what tips nothing: a thousandth of a gwei, which common ones ask for. */
const minTip = 1_000_000n

/**
 * Reads what gas costs on a network. The tip is the median of the last ten blocks, at most `MAX_TIP_GWEI`, so that no node
 * can talk anyone into a high one.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readGasMarket(ctx: Context, chainId: number): Promise<GasMarket> {
  const { client, network } = ctx.chain(chainId)
  const [head, history] = await Promise.all([
    client.getBlock(),
    client.getFeeHistory({ blockCount: blocks, rewardPercentiles: [percentile] }),
  ]).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  const maxTip = ctx.config.maxTip.get(chainId) ?? 0n
  const tips = (history.reward ?? []).map(([tip = 0n]) => tip)
  const tip = minAmount(maxAmount(median(tips), minTip), maxTip)
  const parentFee = head.baseFeePerGas ?? 0n
  return { baseFee: nextBaseFee(head), tip, price: (parentFee * 9n) / 8n + tip }
}

type Header = {
  readonly baseFeePerGas: bigint | null
  readonly gasUsed: bigint
  readonly gasLimit: bigint
}

/** Not below its parent's: networks of other rules than EIP-1559's let it fall more slowly. */
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
