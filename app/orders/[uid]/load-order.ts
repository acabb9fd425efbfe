import { cache } from 'react'
import { orderJson } from '@/app/orders/order-json'
import type { ReceiptFacts } from '@/components/orders/details/receipt-facts'
import { namerOf } from '@/components/orders/token-amount'
import type { OrderView } from '@/lib/client/api'
import type { LinkedAmounts } from '@/lib/client/orders/order-href'
import { type ShownOrder, toShownOrder } from '@/lib/client/orders/shown-order'
import { orderStage } from '@/lib/client/swap/order-progress'
import { getContext } from '@/lib/context'
import { parseHex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { receiverOf } from '@/lib/core/order'
import { toUnixSeconds } from '@/lib/core/time'
import { orderCosts } from '@/lib/orders/order-costs'
import { lookUpOrder } from '@/lib/orders/queries/order-details-query'
import { findOrderReport } from '@/lib/settlements/reports/find-order-report'

/** An order's receipt, the order as the browser holds it, and the API's answer. */
export type LoadedReceipt = {
  readonly facts: ReceiptFacts
  readonly shown: ShownOrder
  readonly json: string
}

/** Loads the receipt of an order by its uid, cached per request; undefined if there is none. */
export const loadReceipt = cache(
  async (text: string, amounts: LinkedAmounts): Promise<LoadedReceipt | undefined> => {
    const ctx = getContext()
    const { config, now } = ctx
    const uid = parseHex(text, 56)
    const [report, details] = uid
      ? await Promise.all([findOrderReport(ctx, uid), lookUpOrder(ctx, uid)])
      : []
    if (!report || !details) return undefined
    const { order, tokens, trades, progress } = report
    const json = orderJson(details)
    const shown = toShownOrder(JSON.parse(json) as OrderView)
    const { cancelledAt, cancellationReason, referrerCode } = order
    const nameOf = namerOf(tokens)
    const facts: ReceiptFacts = {
      ...report,
      order: { ...shown, cancelledAt, cancellationReason },
      receiver: receiverOf(order, order.owner),
      referrerCode,
      fills: trades.toReversed(),
      sold: nameOf(order.sellToken),
      bought: nameOf(order.buyToken),
      costs: orderCosts(order, trades, config.feeRecipient ?? config.settlementContract),
      stage: orderStage(order.status, progress),
      network: getNetwork(order.chainId),
      amounts,
      nowSeconds: toUnixSeconds(now()),
    }
    return { facts, shown, json }
  },
)
