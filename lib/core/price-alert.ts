/** From which side a price is to reach its limit. */
export const priceConditions = ['above', 'below'] as const

/** From which side a price is to reach its limit. */
export type PriceCondition = (typeof priceConditions)[number]

/** What a price alert waits for. */
export type PriceTarget = {
  readonly condition: PriceCondition
  /** Price of one whole token in US dollars. */
  readonly limitUsd: number
}

/** Bounds of a limit in US dollars: beyond them a price is an error. */
export const priceLimits = { min: 1e-12, max: 1e12 } as const

/** Maximum price alerts of an account, armed and fired. */
export const maxPriceAlerts = 50

/** Returns whether a price in US dollars satisfies an alert. */
export function isReached({ condition, limitUsd }: PriceTarget, usd: number): boolean {
  return condition === 'above' ? usd >= limitUsd : usd <= limitUsd
}
