import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { networkTitle } from '@/app/network-title'
import { siteUrl } from '@/app/site-url'
import { PageMessages } from '@/components/i18n/page-messages'
import { OwnerActions } from '@/components/orders/actions/owner-actions'
import { OrderReport } from '@/components/orders/details/order-report'
import { tokenAmountText } from '@/components/orders/token-amount'
import type { OrderView } from '@/lib/client/api'
import { orderStamp } from '@/lib/client/orders/order-state'
import { hasFills, shownAmounts, toShownOrder } from '@/lib/client/orders/shown-order'
import { getContext } from '@/lib/context'
import { formatOf } from '@/lib/core/format/format'
import { getNetwork } from '@/lib/core/networks'
import { receiverOf } from '@/lib/core/order'
import { toUnixSeconds } from '@/lib/core/time'
import { orderCosts } from '@/lib/orders/order-costs'
import { viewOrder } from '@/lib/orders/queries/order-view'
import { loadOrder } from './load-order'

type Props = { readonly params: Promise<{ readonly uid: string }> }

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const report = await loadOrder((await params).uid)
  const t = await getTranslations('orders')
  if (!report) return { title: t('notFound.title') }
  const { order, sold, bought } = report
  const { config, now } = getContext()
  const words = { t, format: formatOf(await getLocale()) }
  const { word: state } = orderStamp(words, order, { nowSeconds: toUnixSeconds(now()) })
  const { sold: gives, bought: gets } = shownAmounts(order)
  const site = await siteUrl()
  const stand = hasFills(order) ? 'done' : order.kind
  return {
    // Preview images are cached by their whole address.
    metadataBase: URL.canParse(site) ? new URL(site) : null,
    title: `${sold.symbol} → ${bought.symbol} · ${state}`,
    description: [
      state,
      `${t(`slip.pays.${stand}`)}: ${tokenAmountText(words, gives, sold)}`,
      `${t(`slip.receives.${stand}`)}: ${tokenAmountText(words, gets, bought)}`,
      await networkTitle(config, order.chainId),
    ].join(' · '),
  }
}

/** The public page of an order. */
const OrderPage = async ({ params }: Props) => {
  const report = await loadOrder((await params).uid)
  if (!report) notFound()
  const { order, trades, sold, bought, offer, auctions, bound } = report
  const { config, now } = getContext()
  const { chainId } = getNetwork(order.chainId)
  const named = await networkTitle(config, chainId)
  const json = JSON.stringify(viewOrder(report), plain, 2)
  const shown = toShownOrder(JSON.parse(json) as OrderView)
  return (
    <OrderReport
      order={{ ...order, exclusion: shown.exclusion }}
      receiver={receiverOf(order, order.owner)}
      trades={trades}
      sold={sold}
      bought={bought}
      offer={offer}
      auctions={auctions}
      bound={bound}
      costs={orderCosts(order, trades, config.feeRecipient ?? config.settlementContract)}
      network={{ chainId, title: named }}
      json={json}
      nowSeconds={toUnixSeconds(now())}
      actions={
        <PageMessages sections={['orders']}>
          <OwnerActions order={shown} {...{ chainId, sold, bought }} />
        </PageMessages>
      }
    />
  )
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

export default OrderPage
