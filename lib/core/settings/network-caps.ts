import type { Network } from '@/lib/core/networks/network'
import { parseNetworkAmounts } from './network-settings'

/** What the operator risks at most, by network. */
export type NetworkCaps = {
  /** Wei: maximum value sold by one order and by all settlements of a UTC day in `canary` mode. */
  readonly canaryOrderValue: ReadonlyMap<number, bigint>
  readonly canaryDayValue: ReadonlyMap<number, bigint>
  /** Wei per unit of gas: maximum priority fee, and maximum total fee per gas of a settlement. */
  readonly maxTip: ReadonlyMap<number, bigint>
  readonly maxGasPrice: ReadonlyMap<number, bigint>
  /** Wei: maximum cost of one solver transaction. */
  readonly maxTransactionCost: ReadonlyMap<number, bigint>
  /** Wei: net loss in 24 hours above which settling is paused. */
  readonly lossPerDay: ReadonlyMap<number, bigint>
  /** Wei: what one settlement may lose because its hops pay less than simulated, out of what it keeps. */
  readonly maxSlippage: ReadonlyMap<number, bigint>
}

/** The variables of the caps. */
type CapVariables = {
  readonly CANARY_ORDER_NATIVE?: string | undefined
  readonly CANARY_DAY_NATIVE?: string | undefined
  readonly MAX_TIP_GWEI?: string | undefined
  readonly MAX_GAS_PRICE_GWEI?: string | undefined
  readonly MAX_TX_COST_NATIVE?: string | undefined
  readonly LOSS_PER_DAY?: string | undefined
  readonly SLIPPAGE_MAX_NATIVE?: string | undefined
}

/** Several times the usual tip, and far below what a faulty node could waste. */
const maxTipGwei = '3'

/**
 * Parses the caps, each written as one amount for all networks or one per network; the defaults are the networks'.
 *
 * @throws {Error} naming the variable and the part that is malformed or repeats a network.
 */
export function parseNetworkCaps(variables: CapVariables): NetworkCaps {
  const parse = (
    decimals: number,
    name: keyof CapVariables,
    fallback: (network: Network) => string,
  ) => parseNetworkAmounts(variables[name], { name, decimals, fallback })
  return {
    canaryOrderValue: parse(18, 'CANARY_ORDER_NATIVE', ({ limits }) => limits.canaryOrderValue),
    canaryDayValue: parse(18, 'CANARY_DAY_NATIVE', ({ limits }) => limits.canaryDayValue),
    maxTip: parse(9, 'MAX_TIP_GWEI', () => maxTipGwei),
    maxGasPrice: parse(9, 'MAX_GAS_PRICE_GWEI', ({ limits }) => limits.maxGasPriceGwei),
    maxTransactionCost: parse(18, 'MAX_TX_COST_NATIVE', ({ limits }) => limits.maxTxCost),
    lossPerDay: parse(18, 'LOSS_PER_DAY', ({ limits }) => limits.lossPerDay),
    maxSlippage: parse(18, 'SLIPPAGE_MAX_NATIVE', ({ limits }) => limits.maxSlippage),
  }
}
