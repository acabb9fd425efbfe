import { formatUnits } from 'viem'
import type { AnswerOf, CallOptions } from '@/lib/client/call'
import { call } from '@/lib/client/call'
import type { Address } from '@/lib/core/address'
import { csvText } from './export-orders'

/** A fill of an account's order, with dollars at its time. */
export type FillView = AnswerOf<'listFillsOfAccount'>[number]
type Valued = FillView['sold']

/** Inputs of a tax report, apart from the fills. */
export type TaxFacts = {
  /** Name of the network. */
  readonly network: string
  readonly nameToken: (address: Address) => {
    readonly symbol: string
    readonly decimals: number | undefined
  }
}

/** The fills of one network in a tax report. */
export type TaxPart = { readonly fills: readonly FillView[]; readonly facts: TaxFacts }

/** The columns of a tax report. */
export const taxColumns = [
  'timeUtc',
  'type',
  'network',
  'soldAmount',
  'soldToken',
  'soldTokenAddress',
  'soldUsd',
  'receivedAmount',
  'receivedToken',
  'receivedTokenAddress',
  'receivedUsd',
  'networkCostsUsd',
  'feesUsd',
  'orderUid',
  'txHash',
] as const

/**
 * Returns a tax report as CSV: one line per fill, oldest first. Times are UTC, amounts whole tokens with network costs
 * and fees contained, dollars those of the time of the fill. What is not known is an empty cell, never 0.
 */
export function taxReport(parts: readonly TaxPart[]): string {
  const lines = parts.flatMap(({ fills, facts }) => fills.map((fill) => ({ fill, facts })))
  const oldestFirst = lines.toSorted((a, b) => Date.parse(a.fill.time) - Date.parse(b.fill.time))
  return csvText(
    taxColumns,
    oldestFirst.map(({ fill, facts }) => taxCells(fill, facts)),
  )
}

function taxCells(fill: FillView, { network, nameToken }: TaxFacts): readonly string[] {
  const { sold, bought, networkCosts, fees, type } = fill
  return [
    ...[new Date(fill.time).toISOString(), type ?? '', network],
    ...amountCells(sold, nameToken),
    ...amountCells(bought, nameToken),
    // Of an order of another service, and of a fill without a record, the costs are not known.
    networkCosts.length === 0 ? '' : sumText(networkCosts),
    type === null ? '' : sumText(fees),
    ...[fill.orderUid, fill.txHash],
  ]
}

function amountCells(
  { token, amount, usd }: Valued,
  nameToken: TaxFacts['nameToken'],
): readonly string[] {
  const { symbol, decimals } = nameToken(token as Address)
  const whole = decimals === undefined ? '' : formatUnits(BigInt(amount), decimals)
  return [whole, symbol, token, usd === null ? '' : dollarText(usd)]
}

function sumText(amounts: readonly Valued[]): string {
  let sum = 0
  for (const { usd } of amounts) {
    if (usd === null) return ''
    sum += usd
  }
  return dollarText(sum)
}

/** Digits behind the point: a millionth of a dollar is below every fee. */
const digits = 6

/** A plain decimal that every spreadsheet reads; a value too small to be shown is not rounded to 0. */
function dollarText(usd: number): string {
  const text = usd.toFixed(digits).replace(/\.?0+$/, '')
  return text === '0' && usd !== 0 ? String(10 ** -digits) : text
}

/** Fills per request. */
const pageSize = 500

type Of = { readonly network: string; readonly account: Address }

/** Fetches all fills of an account since a time, newest first. */
export async function readFills(
  { network, account }: Of,
  since: Date | undefined,
  options: CallOptions = {},
): Promise<readonly FillView[]> {
  const byEvent = new Map<string, FillView>()
  for (let offset = 0; ; offset += pageSize) {
    const query = { offset, limit: pageSize }
    const input = { network, params: { account }, query }
    const page = await call('listFillsOfAccount', input, { tries: 4, ...options })
    // A fill that arrives meanwhile moves the others back, so that one may come twice.
    for (const fill of page) byEvent.set(`${fill.txHash} ${fill.logIndex}`, fill)
    const oldest = page.at(-1)
    const isDone = since && oldest && new Date(oldest.time) < since
    if (page.length < pageSize || isDone) return [...byEvent.values()]
  }
}
