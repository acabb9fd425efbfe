import { findCode } from '@/lib/chain/reads/find-code'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { originalSwapRouter, type SwapRouter } from '@/lib/core/pool-factories'
import type { PoolDescriptor } from './pool'

/** A contract that creates pools. */
export type PoolFactory = { readonly title: string; readonly address: Address }

/** Returns the contract through which a network's Uniswap V3 pools are traded; an embedded network has the original. */
export function v3RouterOf({ config }: Pick<Context, 'config'>, chainId: number): SwapRouter {
  const isEmbedded = config.embeddedChainIds.includes(chainId)
  return isEmbedded ? originalSwapRouter : getNetwork(chainId).factories.uniswapV3Router
}

/** Returns the factories of a network that create tradable pools; none for an embedded network, which has only some. */
export function poolFactoriesOf(
  { config }: Pick<Context, 'config'>,
  chainId: number,
): readonly PoolFactory[] {
  if (config.embeddedChainIds.includes(chainId)) return []
  const { uniswapV2, uniswapV3, balancerV2 } = getNetwork(chainId).factories
  return [
    ...uniswapV2.map(({ title, address }) => ({ title, address })),
    ...uniswapV3.map((address) => ({ title: 'Uniswap V3', address })),
    ...balancerV2.map(({ makes, address }) => ({ title: `Balancer ${makes}`, address })),
  ]
}

/**
 * Milliseconds after which code is looked up again: a contract does not vanish, but a missing one may be deployed, or a node
 * may have lagged.
 */
const recheckMs = { found: 600_000, missing: 60_000 }

type Look = { readonly atMs: number; readonly isDeployed: Promise<boolean> }

const looks = defineSlot('liquidity/v3-router', () => new Map<number, Look>())

/**
 * Returns a filter of pools that settlements can trade on a network: a call of a router without code succeeds and pays
 * nothing. V2 pairs are called themselves, and vault pools are not read where there is no vault.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function tradablePools(
  ctx: Context,
  chainId: number,
): Promise<(pool: PoolDescriptor) => boolean> {
  // Deployed by this service itself.
  if (ctx.config.embeddedChainIds.includes(chainId)) return () => true
  const hasRouter = await isV3RouterDeployed(ctx, chainId)
  return (pool) => hasRouter || !('protocol' in pool) || pool.protocol !== 'uniswap-v3'
}

async function isV3RouterDeployed(ctx: Context, chainId: number): Promise<boolean> {
  const known = looks(ctx).get(chainId)
  if (known) {
    const isDeployed = await known.isDeployed.catch(() => undefined)
    const forMs = isDeployed ? recheckMs.found : recheckMs.missing
    if (isDeployed !== undefined && ctx.now() - known.atMs < forMs) return isDeployed
  }
  const { address } = v3RouterOf(ctx, chainId)
  const isDeployed = findCode(ctx.chain(chainId), [address]).then((found) => found.has(address))
  looks(ctx).set(chainId, { atMs: ctx.now(), isDeployed })
  return isDeployed
}
