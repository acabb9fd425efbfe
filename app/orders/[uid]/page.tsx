import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { networkTitle, servedNetwork } from '@/app/served-network'
import { siteUrl } from '@/app/site-url'
import { PageMessages } from '@/components/i18n/page-messages'
import { OwnerActions } from '@/components/orders/actions/owner-actions'
import { orderImageSize } from '@/components/orders/details/order-image'
import { OrderReceipt } from '@/components/orders/details/order-receipt'
import { receiptTitle } from '@/components/orders/details/receipt-title'
import { ShareOrder } from '@/components/orders/details/share-order'
import { buttonClass } from '@/components/ui/button-class'
import { Link } from '@/components/ui/link'
import { orderPictureHref, readLinkedAmounts } from '@/lib/client/orders/order-href'
import { orderStamp } from '@/lib/client/orders/order-state'
import { recreateHref } from '@/lib/client/orders/recreate-href'
import { getContext } from '@/lib/context'
import { formatOf } from '@/lib/core/format/format'
import { loadReceipt } from './load-order'

type Props = {
  readonly params: Promise<{ readonly uid: string }>
  readonly searchParams: Promise<{ readonly amounts?: string | string[] }>
}

const load = async ({ params, searchParams }: Props) =>
  loadReceipt((await params).uid, readLinkedAmounts((await searchParams).amounts))

const loadWords = async () => ({
  t: await getTranslations('orders'),
  format: formatOf(await getLocale()),
})

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const [receipt, words] = await Promise.all([load(props), loadWords()])
  if (!receipt) return { title: words.t('notFound.title') }
  const { facts } = receipt
  const { order, network, amounts, nowSeconds } = facts
  const { word: state } = orderStamp(words, order, { nowSeconds })
  const site = await siteUrl()
  const title = receiptTitle(words, facts)
  const description = `${state} · ${await networkTitle(getContext().config, network.chainId)}`
  const picture = { url: orderPictureHref(order.uid, amounts), ...orderImageSize, alt: title }
  return {
    // Preview images are cached by their whole address.
    metadataBase: URL.canParse(site) ? new URL(site) : null,
    title,
    description,
    openGraph: { title, description, images: [picture] },
    twitter: { card: 'summary_large_image', title, description, images: [picture] },
  }
}

/** The public page of an order. */
const OrderPage = async (props: Props) => {
  const [receipt, words] = await Promise.all([load(props), loadWords()])
  if (!receipt) notFound()
  const { facts, shown, json } = receipt
  const { order, sold, bought, network, amounts } = facts
  const titles = {
    shown: receiptTitle(words, { ...facts, amounts: 'shown' }),
    hidden: receiptTitle(words, { ...facts, amounts: 'hidden' }),
  }
  return (
    <OrderReceipt
      facts={facts}
      served={servedNetwork(getContext().config, network.chainId)}
      json={json}
      actions={
        <PageMessages sections={['orders']}>
          <ShareOrder uid={order.uid} titles={titles} amounts={amounts} />
          {order.status === 'open' ? (
            <OwnerActions order={shown} chainId={network.chainId} {...{ sold, bought }} />
          ) : (
            <Link
              href={recreateHref(order, { network: network.name, sold, bought })}
              className={buttonClass({ variant: 'primary' })}
            >
              {words.t('row.repeat')}
            </Link>
          )}
        </PageMessages>
      }
    />
  )
}

export default OrderPage
