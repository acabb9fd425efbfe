import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { ShownToken } from '@/components/orders/token-amount'
import { TokenMark } from '@/components/tokens/token-mark'
import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import type { MarkNetwork } from '@/lib/client/token-mark'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'

type Props = {
  readonly winners: readonly CompetitionEntry[]
  /** Quote tokens in order of preference; the first one with a price is used. */
  readonly references: readonly Address[]
  readonly network: MarkNetwork
  readonly tokenOf: (address: Address) => ShownToken
}

/** The uniform clearing prices of the winning bids. */
export const ClearingPrices = ({ winners, references, network, tokenOf }: Props) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  return (
    <div className="overflow-clip rounded-panel border border-card-edge bg-surface">
      {winners.map(({ ranking, solver, clearingPrices }) => {
        const tokens = (Object.entries(clearingPrices) as [Address, string][]).map(
          ([address, price]) => ({ ...tokenOf(address), address, price: BigInt(price) }),
        )
        return (
          <div key={ranking} className="border-b border-hair">
            {winners.length < 2 ? null : (
              <p className="border-b border-hair bg-well px-4 py-2.5 text-label text-ink-2 tab:px-6">
                {t('bidOf', { solver, rank: String(ranking) })}
              </p>
            )}
            <ul aria-label={t('prices')} className="numeric grid text-small">
              {clearingRates(format, tokens, references).map(({ token, rate, in: quote }) => (
                <li
                  key={token.address}
                  className="flex min-h-13 items-center justify-between gap-3 border-b border-hair px-4 last:border-b-0 tab:px-6"
                >
                  <span className="flex items-center gap-3">
                    <TokenMark network={network} token={token} size={24} />1 {token.symbol}
                  </span>
                  <span className="text-right wrap-anywhere">
                    <span className="font-medium">{rate}</span>{' '}
                    <span className="text-ink-2">{quote.symbol}</span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      <p className="px-4 py-3 text-caption text-ink-2 tab:px-6">{t('pricesNote')}</p>
    </div>
  )
}

/** A token with its clearing price; only ratios of prices are meaningful. */
export type PricedToken = ShownToken & { readonly price: bigint }

/** Price of one whole token in another at clearing prices. */
type ClearingRate = {
  readonly token: PricedToken
  readonly in: PricedToken
  /** Formatted: "3,023.69". */
  readonly rate: string
}

/**
 * Converts clearing prices to rates: the price of each whole token in the first priced token of `references`, else in
 * the first token. Omits tokens without known decimals or a price.
 */
export function clearingRates(
  format: Format,
  tokens: readonly PricedToken[],
  references: readonly Address[],
): ClearingRate[] {
  const known = tokens.filter(({ price, decimals }) => price > 0n && decimals !== undefined)
  const reference =
    references.flatMap((address) => known.find((token) => token.address === address) ?? [])[0] ??
    known[0]
  if (!reference) return []
  return known.flatMap((token): ClearingRate[] => {
    if (token === reference) return []
    const rate =
      (Number(token.price) / Number(reference.price)) *
      10 ** ((token.decimals ?? 0) - (reference.decimals ?? 0))
    if (!Number.isFinite(rate) || rate === 0) return []
    return [{ token, in: reference, rate: format.rate(rate) }]
  })
}
