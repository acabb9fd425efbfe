import { ImageResponse } from 'next/og'
import { getLocale, getTranslations } from 'next-intl/server'
import { networkTitle } from '@/app/network-title'
import { OrderImage, orderImageSize } from '@/components/orders/details/order-image'
import { orderStamp } from '@/lib/client/orders/order-state'
import { getContext } from '@/lib/context'
import { formatOf } from '@/lib/core/format/format'
import { toUnixSeconds } from '@/lib/core/time'
import { loadOrder } from './load-order'

export const alt = 'The order as a slip: what is exchanged for what, and how it stands'
export const size = orderImageSize
export const contentType = 'image/png'

type Props = { readonly params: Promise<{ readonly uid: string }> }

/** The preview image of a link to the order. */
const OrderSocialImage = async ({ params }: Props) => {
  const report = await loadOrder((await params).uid)
  if (!report) return new Response('No such order', { status: 404 })
  const { order, sold, bought, offer } = report
  const { config, now } = getContext()
  const network = await networkTitle(config, order.chainId)
  const t = await getTranslations('orders')
  const format = formatOf(await getLocale())
  const face = orderStamp({ t, format }, order, { nowSeconds: toUnixSeconds(now()) })
  const slip = <OrderImage {...{ order, face, sold, bought, offer, network, t, format }} />
  // It changes while the order is open, and never after that.
  const seconds = order.status === 'open' ? 60 : 86_400
  const headers = { 'cache-control': `public, max-age=${seconds}` }
  return new ImageResponse(slip, { ...size, headers })
}

export default OrderSocialImage
