import { type ChangeTone, changeTone } from '@/lib/core/format/number-text'

/** What a mark stands for; of an order, of a limit price, or of both. */
export type RailMarkName =
  | 'minimum'
  | 'maximum'
  | 'quote'
  | 'got'
  | 'paid'
  | 'ceiling'
  | 'market'
  | 'limit'
  | 'low'
  | 'high'

/** A tick of the rail, with its position in percent of the rail's length. */
export type RailMark = {
  readonly name: RailMarkName
  readonly place: number
  readonly look: 'edge' | 'main' | 'dot'
  readonly side: 'above' | 'below'
  /** Difference to the quote (of a limit: to the market), as a fraction of it; undefined if it is not stated. */
  readonly change?: { readonly fraction: number; readonly tone: ChangeTone | 'surplus' }
}

/**
 * A filled section: `sure` from minimum to quote, `possible` surplus, `surplus` received, `short` of the quote, or the
 * `band` of the last 24 hours.
 */
export type RailFill = {
  readonly look: 'sure' | 'possible' | 'surplus' | 'short' | 'band'
  readonly from: number
  readonly to: number
}

/** A rail to scale. Marks are in the order of their values as given, fills in drawing order. */
export type RailScale = {
  readonly marks: readonly RailMark[]
  readonly fills: readonly RailFill[]
}

/** Prices of an order as amounts of the token that is not fixed, in atoms. */
export type OrderRailPrices = {
  /** Decides which amounts are better: more of what is bought, or less of what is sold. */
  readonly kind: 'sell' | 'buy'
  /** The worst accepted amount. */
  readonly limit: bigint
  readonly quoted?: bigint | undefined
  readonly executed?: bigint | undefined
  /** The amount at the market price, before costs. */
  readonly market?: bigint | undefined
  /** The proven best execution. */
  readonly bound?: bigint | undefined
}

/** Air at both ends, in percent. */
const air = 8

/** Returns a linear scale over the values, as a function from a value to percent. Equal values lie in the middle. */
function scaleOver(values: readonly number[]): (value: number) => number {
  const least = Math.min(...values)
  const span = Math.max(...values) - least
  return (value) => (span > 0 ? air + ((value - least) / span) * (100 - 2 * air) : 50)
}

/**
 * Positions the prices of an order to scale, better ones to the right: more received (sell orders) or less paid (buy
 * orders). Without a quote everything beyond the limit is surplus.
 */
export function orderRail({ kind, ...prices }: OrderRailPrices): RailScale {
  const { limit, quoted, executed, market, bound } = prices
  const isSell = kind === 'sell'
  // Subtracted as integers: amounts differ in digits that a float does not have.
  const gain = (value: bigint) => Number(isSell ? value - limit : limit - value)
  const shown = [limit, quoted, executed, market, bound].filter((value) => value !== undefined)
  const place = scaleOver(shown.map(gain))
  const at = (value: bigint) => place(gain(value))
  const reference = quoted ?? limit
  const changeOf = (value: bigint, better: 'up' | 'surplus') => {
    if (reference === 0n || value === reference) return undefined
    const fraction = Number(((value - reference) * 10n ** 9n) / reference) / 1e9
    return { fraction, tone: toneOf(fraction, gain(value) > gain(reference) ? better : 'down') }
  }
  const mark = (
    value: bigint | undefined,
    face: Omit<RailMark, 'place' | 'change'>,
    change?: RailMark['change'],
  ): RailMark[] =>
    value === undefined ? [] : [{ ...face, place: at(value), ...(change ? { change } : {}) }]
  const isOpen = executed === undefined
  const marks = [
    ...mark(
      limit,
      { name: isSell ? 'minimum' : 'maximum', look: 'edge', side: 'below' },
      isOpen && quoted !== undefined ? changeOf(limit, 'up') : undefined,
    ),
    ...mark(quoted, { name: 'quote', look: 'main', side: isOpen ? 'above' : 'below' }),
    ...mark(
      executed,
      { name: isSell ? 'got' : 'paid', look: 'dot', side: 'above' },
      executed === undefined ? undefined : changeOf(executed, 'surplus'),
    ),
    ...mark(
      market,
      { name: 'market', look: 'edge', side: 'below' },
      market === undefined || quoted === undefined ? undefined : changeOf(market, 'up'),
    ),
    ...mark(bound, { name: 'ceiling', look: 'edge', side: 'above' }),
  ]
  const fill = (look: RailFill['look'], from: bigint, to: bigint | undefined): RailFill[] =>
    to === undefined || gain(to) <= gain(from) ? [] : [{ look, from: at(from), to: at(to) }]
  const isShort = executed !== undefined && gain(executed) < gain(reference)
  const fills = [
    ...fill('sure', limit, isShort ? executed : quoted),
    ...(isOpen && quoted !== undefined ? fill('possible', quoted, market) : []),
    ...(executed === undefined
      ? []
      : isShort
        ? fill('short', executed, quoted)
        : fill('surplus', reference, executed)),
  ]
  return { marks, fills }
}

/** Prices of a limit order in one unit, as they are shown: the scale of the price field. */
export type LimitRailPrices = {
  readonly limit: number
  readonly market: number
  /** Lowest and highest price of the last 24 hours. */
  readonly range?: { readonly low: number; readonly high: number } | undefined
  /** Whether a higher price is better for the owner; it is not if the price is shown inverted. */
  readonly isHigherBetter: boolean
}

/**
 * Positions a limit price and the market's to scale, higher prices to the right. The hatch is the way to the limit: from
 * the edge of the range if the limit is outside, from the market if the range is unknown.
 */
export function limitRail({ limit, market, range, isHigherBetter }: LimitRailPrices): RailScale {
  const ends = range ? [range.low, range.high] : []
  const place = scaleOver([limit, market, ...ends])
  const fraction = market === 0 ? 0 : limit / market - 1
  const isBetter = fraction > 0 === isHigherBetter
  const tone = toneOf(fraction, isBetter ? 'surplus' : 'down')
  const edge = (name: 'low' | 'high', value: number): RailMark => ({
    name,
    place: place(value),
    look: 'edge',
    side: 'below',
  })
  const marks: RailMark[] = [
    { name: 'market', place: place(market), look: 'main', side: 'above' },
    {
      name: 'limit',
      place: place(limit),
      look: 'dot',
      side: 'above',
      ...(fraction === 0 ? {} : { change: { fraction, tone } }),
    },
    ...(range ? [edge('low', range.low), edge('high', range.high)] : []),
  ]
  const band: RailFill[] = range
    ? [{ look: 'band', from: place(range.low), to: place(range.high) }]
    : []
  const start = range ? Math.min(Math.max(limit, range.low), range.high) : market
  const [from, to] = start < limit ? [start, limit] : [limit, start]
  const way: RailFill[] = from < to ? [{ look: 'possible', from: place(from), to: place(to) }] : []
  return { marks, fills: [...band, ...way] }
}

/** Returns a colour, or none for a change that is shown as almost nothing. */
const toneOf = (fraction: number, tone: 'up' | 'down' | 'surplus'): ChangeTone | 'surplus' =>
  changeTone(fraction) === 'level' ? 'level' : tone
