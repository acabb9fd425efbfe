import type { Translator } from '@/lib/client/i18n/translator'
import type { Format } from '@/lib/core/format/format'
import type { OrderKind } from '@/lib/core/order'

/** The prices of a fill, as in {@link OrderPrices}; `bound` is the proven best executed amount. */
export type Outcome = {
  readonly kind: OrderKind
  readonly limit: bigint
  readonly quoted: bigint | undefined
  readonly got: bigint
  readonly bound: bigint | undefined
}

/** Returns how much better `value` is for the owner, as a fraction of `reference`; undefined if that is 0. */
export function betterBy(
  kind: OrderKind,
  { value, reference }: { readonly value: bigint; readonly reference: bigint },
): number | undefined {
  if (reference === 0n) return undefined
  const difference = kind === 'sell' ? value - reference : reference - value
  return Number((difference * 10n ** 9n) / reference) / 1e9
}

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

/** Above this, a limit was so far from the market that its percentage says nothing. */
const maxPart = 10

/** Formats a fraction: "0.31%", "<0.01%" or "more than 1,000%". */
export function partText({ t, format }: Words, part: number): string {
  const size = Math.abs(part)
  return size > maxPart
    ? t('outcome.huge', { percent: format.wholePercent(maxPart * 100) })
    : format.percent(size)
}

/** Summarises a fill: "0.02% better than quoted, at most 0.01% from the best possible." */
export function outcomeText(words: Words, outcome: Outcome): string {
  const { kind, limit, quoted, got, bound } = outcome
  const parts = [
    quoted === undefined
      ? compared(words, betterBy(kind, { value: got, reference: limit }), 'limit')
      : compared(words, betterBy(kind, { value: got, reference: quoted }), 'quote'),
    bound === undefined
      ? undefined
      : shortOf(words, betterBy(kind, { value: got, reference: bound })),
  ].filter((part) => part !== undefined)
  if (parts.length === 0) return ''
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Says how far a fill is from its upper bound: "At most 0.01% below the ceiling…"; undefined if that is unknown. */
export function ceilingText(
  words: Words,
  { kind, got, bound }: Pick<Outcome, 'kind' | 'got'> & { readonly bound: bigint },
): string | undefined {
  const part = betterBy(kind, { value: got, reference: bound })
  if (part === undefined) return undefined
  return part >= 0
    ? words.t('bids.atCeiling')
    : // Rounded up, so that "at most" stays true.
      words.t('bids.belowCeiling', { part: words.format.percent(-part, 'ceil') })
}

function compared(
  words: Words,
  part: number | undefined,
  what: 'limit' | 'quote',
): string | undefined {
  if (part === undefined) return undefined
  if (part === 0) return words.t(`outcome.exactly.${what}`)
  const text = partText(words, part)
  return words.t(`outcome.${part > 0 ? 'better' : 'worse'}.${what}`, { part: text })
}

function shortOf(words: Words, part: number | undefined): string | undefined {
  if (part === undefined) return undefined
  return part >= 0
    ? words.t('outcome.isBest')
    : // Rounded up, so that "at most" stays true.
      words.t('outcome.from', { part: words.format.percent(-part, 'ceil') })
}
