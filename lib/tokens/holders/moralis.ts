import { z } from 'zod'
import type { Provider } from '@/lib/config'
import type { Context } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { requestJson } from '@/lib/providers/request-json'
import type { Holder } from './holder'
import { type HolderQuestion, holderAddress, holderBalance } from './holder-question'

const pageSize = 100
/** For all pages together. */
const timeoutMs = 6_000

const pageSchema = z.object({
  cursor: z.string().nullish(),
  result: z.array(z.object({ owner_address: holderAddress, balance: holderBalance })),
})

/**
 * Fetches the largest holders of a token from Moralis; undefined when it does not serve the network or has no holders.
 *
 * @throws {ServiceError} InternalServerError when Moralis does not answer.
 * @see https://docs.moralis.com/data-api/evm/token/holders/token-holders
 */
export async function fetchMoralisHolders(
  ctx: Context,
  { url, key }: Provider,
  { chainId, token, limit }: HolderQuestion,
): Promise<readonly Holder[] | undefined> {
  const chain = getNetwork(chainId).moralis
  if (!chain) return undefined
  const holders: Holder[] = []
  const signal = AbortSignal.timeout(timeoutMs)
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ chain, order: 'DESC', limit: String(pageSize) })
    if (cursor) query.set('cursor', cursor)
    const page = await requestJson(ctx, {
      provider: 'Moralis',
      url: `${url}/erc20/${token}/owners?${query}`,
      headers: { 'X-API-Key': key },
      schema: pageSchema,
      signal,
    })
    const found = page?.result ?? []
    holders.push(...found.map(({ owner_address: address, balance }) => ({ address, balance })))
    cursor = found.length === 0 ? undefined : (page?.cursor ?? undefined)
  } while (cursor && holders.length < limit)
  return holders.length === 0 ? undefined : holders
}
