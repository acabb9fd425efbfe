import { z } from 'zod'
import type { Provider } from '@/lib/config'
import type { Context } from '@/lib/context'
import { requestJson } from '@/lib/providers/request-json'
import type { Holder } from './holder'
import { type HolderQuestion, holderAddress, holderBalance } from './holder-question'

/** Ethplorer's main API serves Ethereum. */
const servedChainId = 1

const schema = z.object({
  // `balance` is a JSON number and loses the last atoms; `rawBalance` is exact.
  holders: z.array(z.object({ address: holderAddress, rawBalance: holderBalance })),
})

/** Error code of "Address is not a token contract". */
const noToken = 150
const refusalSchema = z.object({ error: z.object({ code: z.number() }) })

/**
 * Fetches the largest holders of a token from Ethplorer, at most 1,000; undefined when it does not serve the network or
 * has no holders.
 *
 * @throws {ServiceError} InternalServerError when Ethplorer does not answer.
 * @see https://github.com/EverexIO/Ethplorer/wiki/Ethplorer-API
 */
export async function fetchEthplorerHolders(
  ctx: Context,
  { url, key }: Provider,
  { chainId, token, limit }: HolderQuestion,
): Promise<readonly Holder[] | undefined> {
  if (chainId !== servedChainId) return undefined
  const query = new URLSearchParams({ apiKey: key, limit: String(limit) })
  const answer = await requestJson(ctx, {
    provider: 'Ethplorer',
    url: `${url}/getTopTokenHolders/${token}?${query}`,
    schema,
    isUnknown: (status, body) => {
      const refusal = refusalSchema.safeParse(body)
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
