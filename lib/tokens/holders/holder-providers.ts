import { z } from 'zod'
import type { Provider } from '@/lib/config'
import type { Context } from '@/lib/context'
import { zeroAddress } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { requestJson } from '@/lib/providers/request-json'
import { byBalance, type Holder, type HolderQuery, holderAddress, holderBalance } from './holder'

/**
 * Fetches the largest holders of a token from the first configured provider that knows it, sorted and without the zero
 * address; undefined when none is configured or none knows any.
 *
 * Sends no request for embedded networks, which share addresses with real ones but not holders.
 *
 * @throws {ServiceError} InternalServerError when no provider knows it and one does not answer.
 */
export async function fetchTopHolders(
  ctx: Context,
  question: HolderQuery,
): Promise<readonly Holder[] | undefined> {
  if (ctx.config.embeddedChainIds.includes(question.chainId)) return undefined
  const { moralis, ethplorer, goldrush } = ctx.config.providers
  const sources = [
    () => moralis && fetchMoralisHolders(ctx, moralis, question),
    () => ethplorer && fetchEthplorerHolders(ctx, ethplorer, question),
    () => goldrush && fetchGoldrushHolders(ctx, goldrush, question),
  ]
  let failure: unknown
  for (const source of sources) {
    try {
      const holders = await source()
      if (holders) return inOrder(holders, question.limit)
    } catch (error) {
      failure ??= error
    }
  }
  if (failure) throw failure
  return undefined
}

/** Sorts by balance, then address; removes duplicates. */
function inOrder(holders: readonly Holder[], limit: number): readonly Holder[] {
  const held = new Map(holders.map((holder) => [holder.address, holder]))
  return [...held.values()]
    .filter(({ address, balance }) => address !== zeroAddress && balance > 0n)
    .sort(byBalance)
    .slice(0, limit)
}

/** Moralis' largest page. */
const moralisPageSize = 100
/** Time limit of all pages together. */
const moralisTimeoutMs = 6_000

const moralisSchema = z.object({
  cursor: z.string().nullish(),
  result: z.array(z.object({ owner_address: holderAddress, balance: holderBalance })),
})

/**
 * Fetches the largest holders of a token from Moralis; undefined when it does not serve the network or has no holders.
 *
 * @throws {ServiceError} InternalServerError when Moralis does not answer.
 * @see https://docs.moralis.com/data-api/evm/token/holders/token-holders
 */
async function fetchMoralisHolders(
  ctx: Context,
  { url, key }: Provider,
  { chainId, token, limit }: HolderQuery,
): Promise<readonly Holder[] | undefined> {
  const chain = getNetwork(chainId).moralis
  if (!chain) return undefined
  const holders: Holder[] = []
  const signal = AbortSignal.timeout(moralisTimeoutMs)
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ chain, order: 'DESC', limit: String(moralisPageSize) })
    if (cursor) query.set('cursor', cursor)
    const page = await requestJson(ctx, {
      provider: 'Moralis',
      url: `${url}/erc20/${token}/owners?${query}`,
      headers: { 'X-API-Key': key },
      schema: moralisSchema,
      signal,
    })
    const found = page?.result ?? []
    holders.push(...found.map(({ owner_address: address, balance }) => ({ address, balance })))
    cursor = found.length === 0 ? undefined : (page?.cursor ?? undefined)
  } while (cursor && holders.length < limit)
  return holders.length === 0 ? undefined : holders
}

const ethplorerSchema = z.object({
  // `balance` is a JSON number and loses the last atoms; `rawBalance` is exact.
  holders: z.array(z.object({ address: holderAddress, rawBalance: holderBalance })),
})

/** Error code of "Address is not a token contract". */
const noToken = 150
const ethplorerRefusal = z.object({ error: z.object({ code: z.number() }) })

/**
 * Fetches the largest holders of a token from Ethplorer, at most 1,000; undefined when it does not serve the network or
 * has no holders.
 *
 * @throws {ServiceError} InternalServerError when Ethplorer does not answer.
 * @see https://github.com/EverexIO/Ethplorer/wiki/Ethplorer-API
 */
async function fetchEthplorerHolders(
  ctx: Context,
  { url, key }: Provider,
  { chainId, token, limit }: HolderQuery,
): Promise<readonly Holder[] | undefined> {
  if (!getNetwork(chainId).ethplorer) return undefined
  const query = new URLSearchParams({ apiKey: key, limit: String(limit) })
  const answer = await requestJson(ctx, {
    provider: 'Ethplorer',
    url: `${url}/getTopTokenHolders/${token}?${query}`,
    schema: ethplorerSchema,
    isUnknown: (status, body) => {
      const refusal = ethplorerRefusal.safeParse(body)
      return (
        (status === 404 && body !== undefined) ||
        (refusal.success && refusal.data.error.code === noToken)
      )
    },
  })
  const holders = answer?.holders ?? []
  if (holders.length === 0) return undefined
  return holders.map(({ address, rawBalance: balance }) => ({ address, balance }))
}

/** The only page sizes that GoldRush accepts. */
const goldrushPageSizes = { small: 100, large: 1_000 } as const

const goldrushSchema = z.object({
  data: z.object({
    items: z.array(z.object({ address: holderAddress, balance: holderBalance })),
  }),
})

/**
 * Fetches the largest holders of a token from GoldRush; undefined when it does not serve the network or has no holders.
 *
 * @throws {ServiceError} InternalServerError when GoldRush does not answer.
 * @see https://goldrush.dev/docs/api/balances/get-token-holders-as-of-any-block-height-v2/
 */
async function fetchGoldrushHolders(
  ctx: Context,
  { url, key }: Provider,
  { chainId, token, limit }: HolderQuery,
): Promise<readonly Holder[] | undefined> {
  const chain = getNetwork(chainId).goldrush
  if (!chain) return undefined
  const size = limit <= goldrushPageSizes.small ? goldrushPageSizes.small : goldrushPageSizes.large
  const answer = await requestJson(ctx, {
    provider: 'GoldRush',
    url: `${url}/${chain}/tokens/${token}/token_holders_v2/?page-size=${size}&page-number=0`,
    headers: { authorization: `Bearer ${key}` },
    schema: goldrushSchema,
  })
  const holders = answer?.data.items ?? []
  return holders.length === 0 ? undefined : holders
}
