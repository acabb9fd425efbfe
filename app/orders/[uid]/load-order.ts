import { cache } from 'react'
import { namerOf } from '@/components/orders/token-amount'
import { getContext } from '@/lib/context'
import { parseHex } from '@/lib/core/bytes'
import { findOrderReport } from '@/lib/settlements/reports/find-order-report'

/** Loads an order by its uid with its tokens' names, cached per request; undefined if there is none. */
export const loadOrder = cache(async (text: string) => {
  const uid = parseHex(text, 56)
  const report = uid && (await findOrderReport(getContext(), uid))
  if (!report) return undefined
  const { order, tokens } = report
  const name = namerOf(tokens)
  return { ...report, sold: name(order.sellToken), bought: name(order.buyToken) }
})
