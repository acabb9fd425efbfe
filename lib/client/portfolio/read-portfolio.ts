import { fetchOrders, type ListedToken, maxPageSize, type OrderView } from '@/lib/client/api'
import { type CallOptions, call } from '@/lib/client/call'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import { claimsOf } from './claims'
import type { BalanceView } from './portfolio'

/** An account on a network (name or chain id). */
export type AccountOf = { readonly network: string; readonly account: Address }

/** Maximum number of tokens per balance request. */
const chunkSize = 100
/** Maximum number of listed tokens whose allowances are fetched. */
const maxTokens = 500

type Options = Pick<CallOptions, 'signal'>

/** Fetches an account's balances of these tokens and the vault relayer's allowances. */
export async function fetchBalances(
  { network, account }: AccountOf,
  tokens: readonly Address[],
  options: Options = {},
): Promise<readonly BalanceView[]> {
  const chunks = Array.from({ length: Math.ceil(tokens.length / chunkSize) }, (_, index) =>
    tokens.slice(index * chunkSize, (index + 1) * chunkSize),
  )
  const read = (chunk: readonly Address[]) => {
    const input = { network, params: { account }, query: { tokens: chunk.join(',') } }
    return call('readBalances', input, { ...options, tries: 2, fresh: true })
  }
  return (await Promise.all(chunks.map(read))).flat()
}

/** The tokens with a nonzero balance. */
export async function fetchHeldTokens(
  { network, account }: AccountOf,
  options: Options = {},
): Promise<readonly Address[]> {
  const input = { network, params: { account } }
  const { balances } = await call('readHeldBalances', input, { ...options, tries: 2 })
  return Object.keys(balances).map(toAddress)
}

/** The listed tokens with a nonzero allowance for the vault relayer. */
export async function fetchAllowedTokens(
  of: AccountOf,
  tokens: readonly ListedToken[],
  options: Options = {},
): Promise<readonly Address[]> {
  const listed = tokens.slice(0, maxTokens).map(({ address }) => toAddress(address))
  const balances = await fetchBalances(of, listed, options)
  return balances
    .filter(({ allowance }) => allowance !== null && allowance !== '0')
    .map(({ token }) => toAddress(token.address))
}

/** The open orders among an account's newest ones. */
export async function fetchOpenOrders({ network, account }: AccountOf, options: Options = {}) {
  const page = { owner: account, offset: 0, limit: maxPageSize }
  const orders = await fetchOrders(network, page, { ...options, tries: 2 })
  return stillOpen(orders)
}

/**
 * Allowance in atoms that an order of `amount` and all signed open orders of the owner need; `amount` alone if those
 * cannot be fetched.
 */
export async function fetchAllowanceNeed(
  network: string,
  {
    token,
    owner,
    amount,
  }: { readonly token: Address; readonly owner: Address; readonly amount: bigint },
): Promise<bigint> {
  const orders = await fetchOpenOrders({ network, account: owner }).catch(() => [])
  return amount + (claimsOf(owner, orders).get(token)?.atoms ?? 0n)
}

/** The open ones of these orders. */
export const stillOpen = (orders: readonly OrderView[]): readonly OrderView[] =>
  orders.filter(({ status }) => status === 'open')

/** The displayed tokens of an account, without duplicates, the native one first. */
export function tokensToShow(...lists: readonly (readonly Address[])[]): readonly Address[] {
  return [...new Set([nativeToken, ...lists.flat()])]
}
