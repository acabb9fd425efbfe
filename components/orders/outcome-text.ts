import type { OrderKind } from '@/lib/core/order'

/** The prices of a fill as {@link OrderPrices} has them; `bound`: what could not have been bettered. */
export type Outcome = {
  readonly kind: OrderKind
  readonly limit: bigint
  readonly quoted: bigint | undefined
  readonly got: bigint
  readonly bound: bigint | undefined
}

/** How much better `value` is than `reference` for the owner, as a part of the reference; undefined: nothing to compare. */
export function betterBy(
  kind: OrderKind,
  { value, reference }: { readonly value: bigint; readonly reference: bigint },
): number | undefined {
  if (reference === 0n) return undefined
  const difference = kind === 'sell' ? value - reference : reference - value
  return Number((difference * 10n ** 9n) / reference) / 1e9
}

const percents = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

/** "0.31 %"; what is less than a hundredth of a basis point is "less than 0.0001 %". */
export function partText(part: number): string {
  const percent = Math.abs(part) * 100
  if (percent > 0 && percent < 0.0001) return 'less than 0.0001 %'
  if (percent > 1_000) return 'more than 1,000 %'
  return `${percents.format(percent)} %`
}

/** What a fill got, in a sentence: "0.02 % better than quoted, at most 0.01 % from the best possible." */
export function outcomeText({ kind, limit, quoted, got, bound }: Outcome): string {
  const parts = [
    quoted === undefined
      ? compared(betterBy(kind, { value: got, reference: limit }), 'the limit')
      : compared(betterBy(kind, { value: got, reference: quoted }), 'quoted'),
    bound === undefined ? undefined : shortOf(betterBy(kind, { value: got, reference: bound })),
  ].filter((part) => part !== undefined)
  if (parts.length === 0) return ''
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function compared(part: number | undefined, what: string): string | undefined {
  if (part === undefined) return undefined
  if (part === 0) return `exactly ${what === 'quoted' ? 'as quoted' : 'at the limit'}`
  return `${partText(part)} ${part > 0 ? 'better' : 'worse'} than ${what}`
}

function shortOf(part: number | undefined): string | undefined {
  if (part === undefined) return undefined
  return part >= 0 ? 'the best possible' : `at most ${partText(part)} from the best possible`
}
