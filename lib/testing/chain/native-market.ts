import { getNetwork } from '@/lib/core/networks'
import { type RandomMarket, randomMarket } from '@/lib/testing/auctions/random-market'

/** Returns a random market of 20 tokens and 120 pools; the first token is mainnet's wrapped native token. */
export function nativeMarket(): Pick<RandomMarket, 'tokens' | 'pools'> {
  const { wrappedNative } = getNetwork(1)
  const { tokens, pools } = randomMarket({ seed: 9, tokens: 20, pools: 120, concentrated: 0.3 })
  const [first = wrappedNative] = tokens
  const renamed = <T extends string>(token: T) => (token === first ? wrappedNative : token)
  return {
    tokens: tokens.map(renamed),
    pools: pools.map((pool) =>
      'token0' in pool
        ? { ...pool, token0: renamed(pool.token0), token1: renamed(pool.token1) }
        : pool,
    ),
  }
}
