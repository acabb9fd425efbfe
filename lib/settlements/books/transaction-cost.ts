import type { Hex } from '@/lib/core/bytes'
import type { Network } from '@/lib/core/networks/network'

/** The fields of a receipt that determine its cost; those of layer-2 networks are absent elsewhere. */
export type CostReceipt = {
  readonly gasUsed: bigint
  readonly effectiveGasPrice: bigint
  /** OP stack: wei for the data. */
  readonly l1Fee?: Hex | bigint | null
  /** OP stack since Isthmus. */
  readonly operatorFeeScalar?: Hex | bigint | null
  readonly operatorFeeConstant?: Hex | bigint | null
  /** Arbitrum: gas for the data, within `gasUsed`. */
  readonly gasUsedForL1?: Hex | bigint | null
}

/** What a transaction cost, in wei. */
export type TransactionCost = {
  readonly gasWei: bigint
  /** The fee for data, with the operator fee. */
  readonly l1Wei: bigint
  readonly costWei: bigint
}

/** Returns whether a transaction paid an operator fee: its receipt states the parameters, not the amount. */
export function paysOperatorFee({ operatorFeeScalar, operatorFeeConstant }: CostReceipt): boolean {
  return BigInt(operatorFeeScalar ?? 0) > 0n || BigInt(operatorFeeConstant ?? 0) > 0n
}

/** Computes the cost of a mined transaction; `operatorFee` in wei. */
export function transactionCost(
  { dataFee }: Pick<Network, 'dataFee'>,
  receipt: CostReceipt,
  operatorFee = 0n,
): TransactionCost {
  const { gasUsed, effectiveGasPrice: price } = receipt
  const gasWei = gasUsed * price
  if (dataFee === 'arbitrum') {
    return { gasWei, l1Wei: BigInt(receipt.gasUsedForL1 ?? 0) * price, costWei: gasWei }
  }
  const l1Wei = dataFee === 'op-stack' ? BigInt(receipt.l1Fee ?? 0) + operatorFee : 0n
  return { gasWei, l1Wei, costWei: gasWei + l1Wei }
}
