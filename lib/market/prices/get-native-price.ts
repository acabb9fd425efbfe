import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { findHolder } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { checkTokens } from '@/lib/tokens/policy/check-tokens'
import { findDollarPrice } from './find-dollar-price'
import { nativePrice, scaledRatio } from './native-price'

/**
 * What a token is worth by the network's liquidity: native atoms per 1e18 token atoms. As steady as
 * {@link findDollarPrice}, or by the newest block alone where no deep pool has the token.
 *
 * @throws {ServiceError} UnsupportedToken; NoLiquidity when no route leads to the native token;
 * InternalServerError when the network's RPC does not answer.
 */
export async function getNativePrice(
  ctx: Context,
  { chainId, ...asked }: { readonly chainId: number; readonly token: Address },
): Promise<bigint> {
  const { network } = ctx.chain(chainId)
  const token = asErc20(asked.token, network)
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
