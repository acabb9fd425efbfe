import { formatUnits } from 'viem'
import { distanceBps, type Ratio } from '@/lib/client/limit/ratio'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { partLimits, spanOf } from './plan'
import type { ScheduleParams } from './schedule-link'
import { type ShownSchedule, worstPrice } from './shown-schedule'

type Site = {
  readonly network: string
  readonly sellDecimals: number
  /** Today's price; undefined if it is unknown: the worst price is then the usual one. */
  readonly market: Ratio | undefined
}

/** Returns the parameters that fill the form with what is left of a schedule: its open orders, as often, as bad at worst. */
export function editLink(
  schedule: Pick<ShownSchedule, 'sellToken' | 'buyToken'>,
  open: readonly Pick<ShownOrder, 'sellAmount' | 'buyAmount' | 'validFrom' | 'validTo'>[],
  { network, sellDecimals, market }: Site,
): ScheduleParams {
  const sellAmount = open.reduce((sum, order) => sum + order.sellAmount, 0n)
  const buyAmount = open.reduce((sum, order) => sum + order.buyAmount, 0n)
  const [first] = open
  const { every, unit } = spanOf(first ? first.validTo - (first.validFrom ?? 0) : 0)
  const worst = worstPrice({ sellAmount, buyAmount, executedSell: 0n, executedBuy: 0n })
  return {
    ...{ chain: network, sell: schedule.sellToken, buy: schedule.buyToken },
    amount: formatUnits(shortened(sellAmount), sellDecimals),
    parts: String(Math.max(partLimits.min, open.length)),
    ...{ every: String(every), unit },
    ...(worst && market ? { worst: percentBelow(worst, market) } : {}),
  }
}

/** Significant digits of an amount; more do not fit into the field. */
const maxDigits = 9

/** Cuts the digits that do not fit: an amount that was split evenly has as many as its token. It never exceeds the original. */
function shortened(atoms: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, `${atoms}`.length - maxDigits))
  return atoms - (atoms % unit)
}

/** How much worse than the market a price is, in percent with two decimals; 0 if it is better. */
function percentBelow(worst: Ratio, market: Ratio): string {
  const bps = Math.round(Math.max(0, -distanceBps(worst, market)))
  return formatUnits(BigInt(bps), 2)
}
