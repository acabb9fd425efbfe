import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { networkTitle } from '@/app/network-title'
import { OrderReport } from '@/components/orders/order-report'
import { EmbeddedBanner } from '@/components/wallet/embedded-banner'
import { getContext } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { receiverOf } from '@/lib/core/order'
import { toUnixSeconds } from '@/lib/core/time'
import { viewOrder } from '@/lib/orders/order-view'
import { loadOrder } from './load-order'

type Props = { readonly params: Promise<{ readonly uid: string }> }

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const report = await loadOrder((await params).uid)
  if (report) return { title: `${report.sold.symbol} → ${report.bought.symbol}` }
  return { title: (await getTranslations('orders'))('notFound.title') }
}

/** An order, for anyone who has its link. */
const OrderPage = async ({ params }: Props) => {
  const report = await loadOrder((await params).uid)
  if (!report) notFound()
  const { order, trades, sold, bought, offer, auctions, bound } = report
  const { config, now } = getContext()
  const { chainId, title } = getNetwork(order.chainId)
  const isEmbedded = config.embeddedChainIds.includes(chainId)
  const shown = await networkTitle(config, chainId)
  return (
    <>
      {isEmbedded ? <EmbeddedBanner title={title} /> : null}
      <OrderReport
        order={order}
        receiver={receiverOf(order, order.owner)}
        trades={trades}
        sold={sold}
        bought={bought}
        offer={offer}
        auctions={auctions}
        bound={bound}
        network={{ chainId, title: shown }}
        json={JSON.stringify(viewOrder(report), plain, 2)}
        nowSeconds={toUnixSeconds(now())}
      />
    </>
  )
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

export default OrderPage
