import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { knownHolders } from '@/components/tokens/known-holders'
import { tokenHref } from '@/components/tokens/token-link'
import { TokenReport } from '@/components/tokens/token-report'
import { shortAddress } from '@/components/wallet/short-address'
import { getContext } from '@/lib/context'
import { nativeToken, parseAddress } from '@/lib/core/address'
import { withTimeLimit } from '@/lib/core/deadline'
import { findNetwork } from '@/lib/core/networks'
import { listPoolPartners } from '@/lib/market/pools/list-pools'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { findTokenReport } from '@/lib/tokens/find-token-report'
import { findLogoUri } from '@/lib/tokens/logos/find-logo'
import { symbolOf } from '@/lib/tokens/token'

type Names = { readonly network: string; readonly address: string }
type Props = { readonly params: Promise<Names> }

/** Milliseconds that the page waits for the price. Later the browser asks for it. */
const priceWaitMs = 300

/** Cached per request, for the title and the page. */
const load = cache(async (segment: string, text: string) => {
  const ctx = getContext()
  const network = findNetwork(segment)
  if (!network || !ctx.config.chainIds.includes(network.chainId)) return undefined
  const token = text === '-' ? nativeToken : parseAddress(text)
  // The native token has the prices, trades and holders of the wrapped one.
  if (token === nativeToken) redirect(tokenHref(network.name, network.wrappedNative))
  const { chainId } = network
  const report = token && (await findTokenReport(ctx, { chainId, token }))
  if (!report) return undefined
  const { address } = report.token
  const [partners, logoURI, price] = await Promise.all([
    listPoolPartners(ctx, { chainId, token: address }),
    findLogoUri(ctx, { chainId, address }),
    // Unlisted tokens would cost a provider's requests.
    report.isListed
      ? withTimeLimit(priceWaitMs, findUsdPrice(ctx, { chainId, token: address }), () => undefined)
          // The browser shows what is wrong.
          .catch(() => undefined)
      : undefined,
  ])
  return { ...report, partners, logoURI, price, network, symbol: symbolOf(report.token) }
})

const loadNamed = async (params: Props['params']) => {
  const { network, address } = await params
  return load(network, address)
}

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const t = await getTranslations('tokens')
  const report = await loadNamed(params)
  if (!report) return { title: t('notFound.title') }
  const { symbol, network } = report
  return {
    title: t('report.title', { symbol, network: network.title }),
    description: t('report.description', { symbol, network: network.title }),
  }
}

/** The public page of a token. */
const TokenPage = async ({ params }: Props) => {
  const t = await getTranslations('tokens')
  const report = await loadNamed(params)
  if (!report) notFound()
  const { token, network, symbol, against, isListed, totalSupply, partners } = report
  const { config } = getContext()
  const isEmbedded = config.embeddedChainIds.includes(network.chainId)
  return (
    <TokenReport
      token={{
        chainId: network.chainId,
        address: token.address,
        logoURI: isListed ? report.logoURI : undefined,
        name: token.name ?? shortAddress(token.address),
        symbol,
        decimals: token.decimals,
        totalSupply,
        partners,
        labels: knownHolders(t, config, { token: token.address, isEmbedded }),
      }}
      price={report.price}
      isListed={isListed}
      unsupported={token.unsupported}
      network={{
        chainId: network.chainId,
        name: network.name,
        title: network.title,
        wrappedNative: network.wrappedNative,
        usdToken: network.usdToken,
        nativeSymbol: network.nativeSymbol,
      }}
      other={{
        address: against.address,
        symbol: symbolOf(against),
      }}
    />
  )
}

export default TokenPage
