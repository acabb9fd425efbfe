import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { findHolder } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { checkTokens } from '@/lib/tokens/policy/check-tokens'
import { findDollarPrice } from './find-dollar-price'
import { nativePrice, scaledRatio } from './native-price'

/**
 * Returns a token's native price from the network's liquidity: native atoms per 1e18 token atoms. Smoothed like
 * {@link findDollarPrice}, or from the newest block alone if the token has no deep pool.
 *
 * @throws {ServiceError} UnsupportedToken; NoLiquidity without a route to the native token;
 * InternalServerError when the network's RPC is down.
 */
export async function getNativePrice(
  ctx: Context,
  { chainId, ...query }: { readonly chainId: number; readonly token: Address },
): Promise<bigint> {
  const { network } = ctx.chain(chainId)
  const token = asErc20(query.token, network)
  const { pools } = await readPools(ctx, { chainId, tokens: [token] })
  const holderOf = (address: Address) => findHolder(pools, address)
  await checkTokens(ctx, { chainId, addresses: [token], holderOf })
  const price = (await smoothPrice(ctx, chainId, token)) ?? nativePrice(pools, network, token)
  if (price) return price
  throw new ServiceError(
    'NoLiquidity',
    `no liquidity path leads from ${token} to the native token; ask for another token`,
  )
}

async function smoothPrice(
  ctx: Context,
  chainId: number,
  token: Address,
): Promise<bigint | undefined> {
  const { wrappedNative } = ctx.chain(chainId).network
  if (token === wrappedNative) return undefined
  const [price, native] = await Promise.all([
    findDollarPrice(ctx, { chainId, token }),
    findDollarPrice(ctx, { chainId, token: wrappedNative }),
  ])
  return scaledRatio(price?.usd, native?.usd)
}
