import type { NextRequest } from 'next/server'
import { getLocale, getTranslations } from 'next-intl/server'
import { findChainId } from '@/components/app/find-chain-id'
import { describeInstance } from '@/lib/api/docs/pages'
import { asTheme, networkCookie, themeCookie } from '@/lib/client/cookies'
import { type OfflineRow, writeOfflineDocument } from '@/lib/client/offline/offline-document'
import { getContext } from '@/lib/context'
import { type Format, formatOf } from '@/lib/core/format/format'
import { listTokenMarkets } from '@/lib/market/tokens/list-token-markets'
import { listTokens } from '@/lib/tokens/list-tokens'

/** Maximum rows: a page that is kept is small. */
const maxRows = 50

/** Returns the HTML that browsers keep for the time without a connection: the last chosen network's tokens and prices. */
export async function renderOfflinePage({
  cookies,
}: Pick<NextRequest, 'cookies'>): Promise<string> {
  const [locale, t] = await Promise.all([getLocale(), getTranslations('offline')])
  const settings = describeInstance(getContext().config)
  const chainId =
    findChainId(settings, cookies.get(networkCookie)?.value) ?? settings.defaultChainId
  const network = settings.networks.find((each) => each.chainId === chainId)
  const { rows, at } = await readRows(chainId, formatOf(locale))
  const time = formatOf(locale).utc(at)
  return writeOfflineDocument({
    ...{ locale, theme: asTheme(cookies.get(themeCookie)?.value), rows },
    ...{ title: t('title'), text: t('text'), retry: t('retry') },
    state: t('state', { network: network?.title ?? '', time }),
    columns: { token: t('token'), price: t('price'), change: t('change') },
  })
}

/** The tokens with the largest pools, and the time of their prices. Without market data the page has none. */
async function readRows(chainId: number, format: Format) {
  const ctx = getContext()
  try {
    const [tokens, { markets, at }] = await Promise.all([
      listTokens(ctx, { chainIds: [chainId] }),
      listTokenMarkets(ctx, chainId),
    ])
    const named = new Map(tokens.map((token) => [token.address, token]))
    const rows = markets
      .filter(({ usd }) => usd !== undefined)
      .toSorted((one, other) => other.tvlUsd - one.tvlUsd)
      .flatMap(({ address, usd, dayChange }): OfflineRow[] => {
        const token = named.get(address)
        if (!token) return []
        const { symbol, name } = token
        return [{ symbol, name, price: format.price(usd), change: format.change(dayChange) }]
      })
    return { rows: rows.slice(0, maxRows), at: new Date(at * 1_000) }
  } catch (error) {
    ctx.log.warn({ error }, 'the offline page has no market data')
    return { rows: [], at: new Date() }
  }
}
