import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { InWallet } from '@/components/app/wallet-layer'
import { auctionsHref } from '@/components/auctions/auction-href'
import { AuctionList } from '@/components/auctions/auction-list'
import { FollowNetwork } from '@/components/auctions/follow-network'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { ListEmpty, ListSkeleton } from '@/components/ui/list'
import { PageColumn } from '@/components/ui/page-column'
import { listAuctions } from '@/lib/auctions/competition/get-competition'
import { networkCookie } from '@/lib/client/cookies'
import { getContext } from '@/lib/context'
import { findNetwork, getNetwork } from '@/lib/core/networks'
import type { Network } from '@/lib/core/networks/network'
import { listNativePrices } from '@/lib/settlements/reports/find-auction-report'

export const generateMetadata = async (): Promise<Metadata> => {
  const t = await getTranslations('auctions')
  return { title: t('title'), description: t('description') }
}

type SearchParam = string | readonly string[] | undefined
type Props = {
  readonly searchParams: Promise<{ readonly chain?: SearchParam; readonly before?: SearchParam }>
}

/** Auctions per page. */
const pageSize = 25

/** The auctions of the network in `?chain=`, else of the last selected one; `?before=` selects older ones. */
const AuctionsPage = async ({ searchParams }: Props) => {
  const t = await getTranslations('auctions')
  const { chain, before: cursor } = await searchParams
  const { config } = getContext()
  const networks = config.chainIds.map(getNetwork)
  const stored = (await cookies()).get(networkCookie)?.value
  const find = (name: SearchParam) => (typeof name === 'string' ? findNetwork(name) : undefined)
  const network =
    [find(chain), find(stored)].find((named) => named && networks.includes(named)) ??
    getNetwork(config.defaultChainId)
  const before =
    typeof cursor === 'string' && /^[1-9][0-9]{0,17}$/.test(cursor) ? BigInt(cursor) : undefined
  return (
    <>
      <PageColumn holds="table">
        <div className="grid gap-1">
          <h1 className="flex min-h-11 items-center text-h1">{t('title')}</h1>
          <p className="max-w-160 text-ink-2">{t('lead')}</p>
        </div>
        <Suspense key={`${network.name} ${before}`} fallback={<Awaited />}>
          <Auctions network={network} before={before} />
        </Suspense>
      </PageColumn>
      <InWallet chainId={network.chainId} fallback={null}>
        <FollowNetwork chainId={network.chainId} />
      </InWallet>
    </>
  )
}

const Awaited = () => {
  const t = useTranslations('auctions')
  return <ListSkeleton label={t('awaited')} rows={10} hasHead />
}

type ListProps = { readonly network: Network; readonly before: bigint | undefined }

const Auctions = async ({ network, before }: ListProps) => {
  const t = await getTranslations('auctions')
  const { chainId, name } = network
  const found = await listAuctions(getContext(), { chainId, before, limit: pageSize + 1 })
  const page = found.slice(0, pageSize)
  const prices = await listNativePrices(getContext(), {
    chainId,
    times: page.map(({ createdAt }) => createdAt),
  })
  const auctions = page.map((auction, index) => ({ ...auction, nativeUsd: prices[index] }))
  const last = auctions.at(-1)
  return (
    <>
      {last ? (
        <AuctionList auctions={auctions} network={network} />
      ) : (
        <ListEmpty>
          <EmptyState
            title={before === undefined ? t('noneYet', { network: network.title }) : t('noOlder')}
            action={
              before === undefined ? (
                <Link href="/" className={buttonClass({ variant: 'primary' })}>
                  {t('place')}
                </Link>
              ) : (
                <Link href={auctionsHref(name)} className={buttonClass({ variant: 'primary' })}>
                  {t('newest')}
                </Link>
              )
            }
          >
            {t('runs')}
          </EmptyState>
        </ListEmpty>
      )}
      <nav aria-label={t('pages')} className="flex flex-wrap justify-center gap-3 empty:hidden">
        {before === undefined || !last ? null : (
          <Link href={auctionsHref(name)} className={buttonClass()}>
            {t('newest')}
          </Link>
        )}
        {last && found.length > pageSize ? (
          <Link href={auctionsHref(name, last.auctionId)} className={buttonClass()}>
            {t('older')}
          </Link>
        ) : null}
      </nav>
    </>
  )
}

export default AuctionsPage
