import { formatUnits } from 'viem'
import { fetchOrders, fetchTrades, maxPageSize, type OrderView } from '@/lib/client/api'
import type { CallOptions } from '@/lib/client/call'
import type { Address } from '@/lib/core/address'
import { allOrders, nextOffset } from './order-pages'

/** A token's name in exports; without decimals, only atoms are exported. */
type NamedToken = { readonly symbol: string; readonly decimals: number | undefined }

/** Inputs of an export, apart from the orders. */
export type ExportFacts = {
  /** Name of the network. */
  readonly network: string
  readonly nameToken: (address: Address) => NamedToken
  /** Transactions of the order's fills, oldest first. */
  readonly txHashesOf: (uid: string) => readonly string[]
}

/** The columns of an export; amounts in atoms, and as decimals of whole tokens. */
export const exportColumns = [
  'uid',
  'network',
  'status',
  'kind',
  'createdAt',
  'validTo',
  'owner',
  'sellToken',
  'sellSymbol',
  'buyToken',
  'buySymbol',
  'sellAmountAtoms',
  'sellAmount',
  'buyAmountAtoms',
  'buyAmount',
  'feeAmountAtoms',
  'executedSellAtoms',
  'executedSell',
  'executedBuyAtoms',
  'executedBuy',
  'executedFeeAtoms',
  'executedFee',
  'executedFeeToken',
  'txHashes',
] as const

/** An exported order: a list of transactions, all else strings. Times are UTC in ISO 8601. */
export type ExportRow = {
  readonly [column in (typeof exportColumns)[number]]: column extends 'txHashes'
    ? readonly string[]
    : string
}

/** Maps an order to its exported form. */
export function exportRow(view: OrderView, facts: ExportFacts): ExportRow {
  const sold = facts.nameToken(view.sellToken as Address)
  const bought = facts.nameToken(view.buyToken as Address)
  return {
    uid: view.uid,
    network: facts.network,
    status: view.status,
    kind: view.kind,
    createdAt: new Date(view.creationDate).toISOString(),
    validTo: new Date(view.validTo * 1_000).toISOString(),
    owner: view.owner,
    sellToken: view.sellToken,
    sellSymbol: sold.symbol,
    buyToken: view.buyToken,
    buySymbol: bought.symbol,
    sellAmountAtoms: view.sellAmount,
    sellAmount: wholeTokens(view.sellAmount, sold),
    buyAmountAtoms: view.buyAmount,
    buyAmount: wholeTokens(view.buyAmount, bought),
    feeAmountAtoms: view.feeAmount,
    executedSellAtoms: view.executedSellAmount,
    executedSell: wholeTokens(view.executedSellAmount, sold),
    executedBuyAtoms: view.executedBuyAmount,
    executedBuy: wholeTokens(view.executedBuyAmount, bought),
    executedFeeAtoms: view.executedFee,
    executedFee: wholeTokens(view.executedFee, facts.nameToken(view.executedFeeToken as Address)),
    executedFeeToken: view.executedFeeToken,
    txHashes: facts.txHashesOf(view.uid),
  }
}

/** Exports orders as JSON: a list of objects. */
export function toJsonText(rows: readonly ExportRow[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`
}

/** Exports orders as CSV, one line per order; transactions are separated by spaces. */
export function toCsvText(rows: readonly ExportRow[]): string {
  return csvText(
    exportColumns,
    rows.map((row) =>
      exportColumns.map((column) => {
        const value = row[column]
        return typeof value === 'string' ? value : value.join(' ')
      }),
    ),
  )
}

/** Returns CSV (RFC 4180): a header line, then one line per row. */
export function csvText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(csvCell))
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

/**
 * Returns text as a CSV cell. Token names are untrusted: text that a spreadsheet would evaluate as a formula gets a
 * leading apostrophe.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function wholeTokens(atoms: string, { decimals }: NamedToken): string {
  return decimals === undefined ? '' : formatUnits(BigInt(atoms), decimals)
}

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
