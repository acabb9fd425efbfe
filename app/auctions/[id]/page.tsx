import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { servedNetwork } from '@/app/served-network'
import { InWallet } from '@/components/app/wallet-layer'
import { AuctionReport } from '@/components/auctions/auction-report'
import { getContext } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { findAuctionReport } from '@/lib/settlements/reports/find-auction-report'

type Props = { readonly params: Promise<{ readonly id: string }> }

/** Cached per request, for the title and the page. */
const load = cache(async (id: string) =>
  /^[1-9][0-9]{0,17}$/.test(id) ? findAuctionReport(getContext(), BigInt(id)) : undefined,
)

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const t = await getTranslations('auctions')
  const { id } = await params
  const report = await load(id)
  if (!report) return { title: t('notFound.title') }
  const { competition, fills } = report
  return {
    title: t('heading', { id }),
    description: t('summary', {
      count: String(fills.length),
      all: String(competition.orderUids.length),
    }),
  }
}

/** The public page of an auction. */
const AuctionPage = async ({ params }: Props) => {
  const report = await load((await params).id)
  if (!report) notFound()
  const { name, chainId, nativeSymbol, wrappedNative, baseTokens, usdToken } = getNetwork(
    report.competition.chainId,
  )
  return (
    <>
      <InWallet chainId={chainId} />
      <AuctionReport
        report={report}
        network={{ name, chainId, nativeSymbol, wrappedNative, baseTokens, usdToken }}
        served={servedNetwork(getContext().config, chainId)}
      />
    </>
  )
}

export default AuctionPage
