import { fetchOrders, fetchTrades, maxPageSize, type OrderView } from '@/lib/client/api'
import type { CallOptions } from '@/lib/client/call'
import type { Address } from '@/lib/core/address'
import { allOrders, nextOffset } from './order-pages'

/** An account on a network (name or chain id). */
type Of = { readonly network: string; readonly owner: Address }

type Options = Pick<CallOptions, 'signal' | 'transport'>

/** Fetches all orders of an account, newest first. */
export async function readAllOrders(
  { network, owner }: Of,
  options: Options = {},
): Promise<readonly OrderView[]> {
  const pages: (readonly OrderView[])[] = []
  for (;;) {
    const query = { owner, offset: nextOffset(pages), limit: maxPageSize }
    const page = await fetchOrders(network, query, options)
    pages.push(page)
    if (page.length < maxPageSize) return allOrders(pages)
  }
}

/** Fetches the transactions of an account's fills by order uid, oldest first and without duplicates. */
export async function readFillTransactions(
  { network, owner }: Of,
  options: Options = {},
): Promise<ReadonlyMap<string, readonly string[]>> {
  const byUid = new Map<string, Set<string>>()
  for (let offset = 0; ; offset += maxPageSize) {
    const page = await fetchTrades(network, { owner, offset, limit: maxPageSize }, options)
    for (const { orderUid, txHash } of page) {
      if (!txHash) continue
      byUid.set(orderUid, (byUid.get(orderUid) ?? new Set()).add(txHash))
    }
    if (page.length < maxPageSize) break
  }
  return new Map([...byUid].map(([uid, hashes]) => [uid, [...hashes].toReversed()]))
}
