import { z } from 'zod'
import type { Provider } from '@/lib/config'
import type { Context } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { requestJson } from '@/lib/providers/request-json'
import type { Holder } from './holder'
import { type HolderQuestion, holderAddress, holderBalance } from './holder-question'

/** The only page sizes the API accepts. */
const pageSizes = { small: 100, large: 1_000 } as const

const schema = z.object({
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
export async function fetchGoldrushHolders(
  ctx: Context,
  { url, key }: Provider,
  { chainId, token, limit }: HolderQuestion,
): Promise<readonly Holder[] | undefined> {
  const chain = getNetwork(chainId).goldrush
  if (!chain) return undefined
  const size = limit <= pageSizes.small ? pageSizes.small : pageSizes.large
  const answer = await requestJson(ctx, {
    provider: 'GoldRush',
    url: `${url}/${chain}/tokens/${token}/token_holders_v2/?page-size=${size}&page-number=0`,
    headers: { authorization: `Bearer ${key}` },
    schema,
  })
  const holders = answer?.data.items ?? []
  return holders.length === 0 ? undefined : holders
}
