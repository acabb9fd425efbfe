import type { Translator } from '@/lib/client/i18n/translator'
import { minMarketGap } from '@/lib/client/orders/order-prices'
import type { Address } from '@/lib/core/address'
import type { Exclusion } from '@/lib/core/exclusion'
import type { Format } from '@/lib/core/format/format'
import { type ShownToken, tokenAmountText } from './token-amount'

/** Why an open order is in no auction, worded for its owner. */
export type ExclusionText = {
  /** Short enough for a stamp. */
  readonly state: string
  readonly reason: string
  /** The remedy, or when the order resumes without one. */
  readonly action: string
}

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

type Known = {
  readonly nameToken: (address: Address) => ShownToken
  /** Distance of the limit beyond the market price, as a fraction of it; undefined if unknown. */
  readonly gap?: number | undefined
  /** Formats a time in the style of the caller's page. */
  readonly timeText: (time: Date) => string
}

/** Words an exclusion the same way for slips, order pages and lists. */
export function exclusionText(
  words: Words,
  exclusion: Exclusion,
  { nameToken, timeText, gap = 0 }: Known,
): ExclusionText {
  const { t, format } = words
  const { code } = exclusion
  const state = t(`exclusion.${code}.state`)
  const action = () => t(`exclusion.${code}.action`, {} as never)
  switch (exclusion.code) {
    case 'insufficientBalance':
    case 'insufficientAllowance': {
      const token = nameToken(exclusion.token)
      const amount = (atoms: string) => tokenAmountText(words, BigInt(atoms), token)
      const amounts = { needed: amount(exclusion.needed), available: amount(exclusion.available) }
      const { symbol } = token
      return {
        state,
        reason: t(`exclusion.${exclusion.code}.reason`, amounts),
        action: t(`exclusion.${exclusion.code}.action`, { symbol }),
      }
    }
    case 'waitsForPrice': {
      const reason =
        gap < minMarketGap
          ? t('exclusion.waitsForPrice.reason')
          : t('exclusion.waitsForPrice.away', { distance: format.percent(gap) })
      return { state, reason, action: action() }
    }
    case 'notValidYet': {
      const time = timeText(new Date(exclusion.validFrom))
      return { state, reason: t('exclusion.notValidYet.reason', { time }), action: action() }
    }
    case 'tokenNotTraded': {
      const { token } = exclusion
      const reason = token
        ? t('exclusion.tokenNotTraded.reason', { symbol: nameToken(token).symbol })
        : t('exclusion.tokenNotTraded.either')
      return { state, reason, action: action() }
    }
    case 'backingOff': {
      const time = timeText(new Date(exclusion.until))
      const reason = t('exclusion.backingOff.reason')
      return { state, reason, action: t('exclusion.backingOff.action', { time }) }
    }
    case 'blockedAfterReverts': {
      const { until } = exclusion
      const reason = t('exclusion.blockedAfterReverts.reason')
      if (until === undefined) return { state, reason, action: action() }
      const time = timeText(new Date(until))
      return { state, reason, action: t('exclusion.blockedAfterReverts.until', { time }) }
    }
    case 'overCap': {
      const { cap } = exclusion
      return {
        state,
        reason: t('exclusion.overCap.reason', { cap }),
        action: t('exclusion.overCap.action', { cap }),
      }
    }
    case 'appDataRefused': {
      const { member } = exclusion
      return { state, reason: t('exclusion.appDataRefused.reason', { member }), action: action() }
    }
    default:
      return { state, reason: t(`exclusion.${exclusion.code}.reason`), action: action() }
  }
}
