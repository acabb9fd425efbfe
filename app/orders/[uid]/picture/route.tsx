import { ImageResponse } from 'next/og'
import { getLocale, getTranslations } from 'next-intl/server'
import { pictureFonts } from '@/app/fonts/picture-fonts'
import { loadReceipt } from '@/app/orders/[uid]/load-order'
import { networkTitle } from '@/app/served-network'
import { OrderImage, orderImageSize } from '@/components/orders/details/order-image'
import { readLinkedAmounts } from '@/lib/client/orders/order-href'
import { getContext } from '@/lib/context'
import { formatOf } from '@/lib/core/format/format'

type Props = { readonly params: Promise<{ readonly uid: string }> }

/** The picture of the order for previews of its link and for download; `?amounts=hidden` leaves the amounts out. */
export const GET = async (request: Request, { params }: Props): Promise<Response> => {
  const amounts = readLinkedAmounts(new URL(request.url).searchParams.get('amounts'))
  const receipt = await loadReceipt((await params).uid, amounts)
  if (!receipt) return new Response('Order not found', { status: 404 })
  const { facts } = receipt
  const network = await networkTitle(getContext().config, facts.network.chainId)
  const words = { t: await getTranslations('orders'), format: formatOf(await getLocale()) }
  // It changes while the order is open, and never after that.
  const seconds = facts.order.status === 'open' ? 60 : 86_400
  const headers = { 'cache-control': `public, max-age=${seconds}` }
  const fonts = await pictureFonts()
  const picture = <OrderImage {...{ ...facts, network, words }} />
  return new ImageResponse(picture, { ...orderImageSize, fonts, headers })
}
