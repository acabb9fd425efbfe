import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { OrderReport } from '@/components/orders/order-report'
import { unknownToken } from '@/components/orders/token-amount'
import { FillShellSlot } from '@/components/ui/shell/shell-slot'
import { EmbeddedBanner } from '@/components/wallet/embedded-banner'
import { getContext } from '@/lib/context'
import { parseHex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { receiverOf } from '@/lib/core/order'
import { toUnixSeconds } from '@/lib/core/time'
import { viewOrder } from '@/lib/orders/order-view'
import { findOrderReport } from '@/lib/settlements/find-order-report'
import type { Token } from '@/lib/tokens/token'

type Props = { readonly params: Promise<{ readonly uid: string }> }

/** Once for the title and the page. */
const load = cache(async (text: string) => {
  const uid = parseHex(text, 56)
  const report = uid && (await findOrderReport(getContext(), uid))
  if (!report) return undefined
  const { order, tokens } = report
  const name = (address: Token['address']) => {
    const { symbol, decimals } = tokens.get(address) ?? {}
    return { symbol: symbol ?? unknownToken(address).symbol, decimals }
  }
  return { ...report, sold: name(order.sellToken), bought: name(order.buyToken) }
})

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const report = await load((await params).uid)
  return { title: report ? `${report.sold.symbol} → ${report.bought.symbol}` : 'No such order' }
}

/** An order, for anyone who has its link. */
const OrderPage = async ({ params }: Props) => {
  const report = await load((await params).uid)
  if (!report) notFound()
  const { order, trades, sold, bought, offer, auctions, bound } = report
  const { config, now } = getContext()
  const { chainId, title } = getNetwork(order.chainId)
  const isEmbedded = config.embeddedChainIds.includes(chainId)
  return (
    <>
      {isEmbedded ? (
        <FillShellSlot name="banner">
          <EmbeddedBanner title={title} />
        </FillShellSlot>
      ) : null}
      <OrderReport
        order={order}
        receiver={receiverOf(order, order.owner)}
        trades={trades}
        sold={sold}
        bought={bought}
        offer={offer}
        auctions={auctions}
        bound={bound}
        network={{ chainId, title: isEmbedded ? `Embedded ${title}` : title }}
        json={JSON.stringify(viewOrder(report), plain, 2)}
        nowSeconds={toUnixSeconds(now())}
      />
    </>
  )
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

export default OrderPage
