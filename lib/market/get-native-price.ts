import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { readPools } from '@/lib/liquidity/read-pools'
import { checkTokens } from '@/lib/tokens/check-tokens'
import { nativePrice } from './native-price'

/**
 * What a token is worth by the newest block's liquidity: native atoms per 1e18 token atoms.
 *
 * @throws {ServiceError} UnsupportedToken; NoLiquidity when no route leads to the native token;
 * InternalServerError when the network's RPC does not answer.
 */
export async function getNativePrice(
  ctx: Context,
  { chainId, ...asked }: { readonly chainId: number; readonly token: Address },
): Promise<bigint> {
  const { network } = ctx.chain(chainId)
  const token = asked.token === nativeToken ? network.wrappedNative : asked.token
  const { pools } = await readPools(ctx, { chainId, tokens: [token] })
  const holderOf = (address: Address) =>
    pools.find(({ token0, token1 }) => token0 === address || token1 === address)?.address
  await checkTokens(ctx, { chainId, addresses: [token], holderOf })
  const price = nativePrice(pools, network, token)
  if (price) return price
  throw new ServiceError(
    'NoLiquidity',
    `no liquidity path leads from ${token} to the native token; ask for another token`,
  )
}
