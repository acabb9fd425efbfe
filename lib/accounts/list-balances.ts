import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { getTokens } from '@/lib/tokens/get-tokens'
import { listHeldTokens } from './held-token-query'
import { type Holding, type Holdings, unknownHolding } from './holding'
import { listCodeless, readHoldings } from './read-holdings'
import { readRecentHead } from './recent-head'

/** Token metadata; null: the contract does not report it. */
export type TokenMetadata = {
  readonly address: Address
  readonly decimals: number | null
  readonly symbol: string | null
  readonly name: string | null
}

/** A balance in atoms as the API shows it; null where {@link Holding} is undefined. */
export type TokenBalance = {
  readonly token: TokenMetadata
  readonly balance: bigint | null
  readonly allowance: bigint | null
}

type Account = { readonly chainId: number; readonly account: Address }

/**
 * Returns an account's balances and vault relayer allowances at one block, in the requested order. A token that does
 * not answer has nulls; an address without code is omitted.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function listBalances(
  ctx: Context,
  query: Account & { readonly tokens: readonly Address[] },
): Promise<TokenBalance[]> {
  const blockHash = await readRecentHead(ctx, query.chainId)
  const holdings = await readHoldings(ctx, { ...query, blockHash })
  const silent = query.tokens.filter((token) => holdings.get(token)?.balance === undefined)
  const codeless = new Set(await listCodeless(ctx, { ...query, tokens: silent, blockHash }))
  const tokens = query.tokens.filter((token) => !codeless.has(token))
  return describeBalances(ctx, { ...query, tokens }, holdings)
}

/** Adds token metadata to balances; tokens that did not answer are not queried for it. */
export async function describeBalances(
  ctx: Context,
  { chainId, tokens }: { readonly chainId: number; readonly tokens: readonly Address[] },
  holdings: Holdings,
): Promise<TokenBalance[]> {
  const answering = tokens.filter((token) => holdings.get(token)?.balance !== undefined)
  const known = await getTokens(ctx, { chainId, addresses: answering })
  return tokens.map((address) => {
    const { decimals, symbol, name } = known.get(address) ?? {}
    const { balance, allowance }: Holding = holdings.get(address) ?? unknownHolding
    const token = {
      address,
      decimals: decimals ?? null,
      symbol: symbol ?? null,
      name: name ?? null,
    }
    return { token, balance: balance ?? null, allowance: allowance ?? null }
  })
}

/**
 * Returns all known holdings of an account at one block: the native token, listed tokens and tokens of the holder
 * index. Zero balances are omitted; null: the token does not report it.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function listHeldBalances(
  ctx: Context,
  account: Account,
): Promise<ReadonlyMap<Address, bigint | null>> {
  const known = await listHeldTokens(ctx.db, account)
  const blockHash = await readRecentHead(ctx, account.chainId)
  const tokens = [nativeToken, ...known]
  const holdings = await readHoldings(ctx, { ...account, tokens, blockHash })
  const balances = new Map<Address, bigint | null>()
  for (const [token, { balance }] of holdings) {
    if (balance !== 0n) balances.set(token, balance ?? null)
  }
  return balances
}
