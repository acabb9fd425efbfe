import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { readPools } from '@/lib/liquidity/read-pools'
import { getTokens } from '@/lib/tokens/get-tokens'
import { nativePrice } from './native-price'

/**
 * What one whole token is worth in US dollars by the network's own liquidity, or undefined when it is no
 * token or no route prices it: its native price over that of the network's dollar token.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function findUsdPrice(
  ctx: Context,
  input: { chainId: number; token: Address },
): Promise<number | undefined> {
  const { chainId } = input
  const { network } = ctx.chain(chainId)
  const token = input.token === nativeToken ? network.wrappedNative : input.token
  const addresses = [token, network.usdToken]
  const [{ pools }, tokens] = await Promise.all([
    readPools(ctx, { chainId, tokens: addresses }),
    getTokens(ctx, { chainId, addresses }),
  ])
  const price = nativePrice(pools, network, token)
  const usdPrice = nativePrice(pools, network, network.usdToken)
  const decimals = tokens.get(token)?.decimals
  const usdDecimals = tokens.get(network.usdToken)?.decimals
  if (!price || !usdPrice || decimals === undefined || usdDecimals === undefined) return undefined
  return (Number(price) / Number(usdPrice)) * 10 ** (decimals - usdDecimals)
}
