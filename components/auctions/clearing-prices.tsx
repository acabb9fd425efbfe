import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { ShownToken } from '@/components/orders/token-amount'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Disclosure } from '@/components/ui/disclosure'
import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'

type Props = {
  readonly winners: readonly CompetitionEntry[]
  /** Quote tokens in order of preference; the first one with a price is used. */
  readonly references: readonly Address[]
  readonly tokenOf: (address: Address) => ShownToken
}

/** The uniform clearing prices of a winning bid. */
export const ClearingPrices = ({ winners, references, tokenOf }: Props) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  return (
    <ul aria-label={t('prices')} className="grid grid-cols-1 gap-4">
      {winners.map(({ ranking, solver, clearingPrices }) => {
        const tokens = (Object.entries(clearingPrices) as [Address, string][]).map(
          ([address, price]) => ({ ...tokenOf(address), address, price: BigInt(price) }),
        )
        return (
          <li key={ranking} className="grid gap-2 rounded-card border border-line bg-surface p-4">
            {winners.length < 2 ? null : (
              <p className="text-label text-ink-2">
                {t('bidOf', { solver, rank: String(ranking) })}
              </p>
            )}
            <ul className="numeric grid gap-1 font-medium">
              {clearingRates(format, tokens, references).map(({ token, text }) => (
                <li key={token.address} className="wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
            <Disclosure summary={t('asStated')}>
              <DetailList>
                {tokens.map(({ address, symbol, price }) => (
                  <Detail key={address} name={symbol}>
                    <span className="font-mono text-code font-normal">{`${price}`}</span>
                  </Detail>
                ))}
              </DetailList>
            </Disclosure>
          </li>
        )
      })}
    </ul>
  )
}

/** A token with its clearing price; only ratios of prices are meaningful. */
export type PricedToken = ShownToken & { readonly price: bigint }

/** Price of one whole token in another at clearing prices. */
type ClearingRate = {
  readonly token: PricedToken
  readonly in: PricedToken
  readonly text: string
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
    const text = `1 ${token.symbol} = ${format.rate(rate)} ${reference.symbol}`
    return [{ token, in: reference, text }]
  })
}
