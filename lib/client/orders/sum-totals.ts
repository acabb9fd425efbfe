import type { AnswerOf } from '@/lib/client/call'

/** What the filled orders of an account came to on one network. */
export type Totals = AnswerOf<'readTotalsOfAccount'>

/** Adds up the totals of several networks. */
export function sumTotals(totals: readonly Totals[]): Totals {
  const sum = (of: (each: Totals) => number) => totals.reduce((all, each) => all + of(each), 0)
  return {
    orders: sum(({ orders }) => orders),
    fills: sum(({ fills }) => fills),
    volumeUsd: sum(({ volumeUsd }) => volumeUsd),
    surplusVsQuoteUsd: sum(({ surplusVsQuoteUsd }) => surplusVsQuoteUsd),
    surplusVsLimitUsd: sum(({ surplusVsLimitUsd }) => surplusVsLimitUsd),
    networkCostsUsd: sum(({ networkCostsUsd }) => networkCostsUsd),
    unpricedFills: sum(({ unpricedFills }) => unpricedFills),
  }
}

type Network = { readonly realMoney: boolean }

/** Returns the networks that a total in dollars counts: testnets only if there is nothing else. */
export function countedNetworks<T extends Network>(networks: readonly T[]): readonly T[] {
  const real = networks.filter(({ realMoney }) => realMoney)
  return real.length === 0 ? networks : real
}
