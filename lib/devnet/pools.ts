/** A pool of an embedded network: two symbols, the factory's version and the depth. */
export type DevnetPool = {
  readonly a: string
  readonly b: string
  /** Fee of a V3 pool in parts per million; undefined for a V2 pair, whose fee is 3000. */
  readonly fee: number | undefined
  /** US dollars of both tokens together. */
  readonly depthUsd: number
}

const million = 1_000_000

/** Returns pairs of `a` with each of `others`: one V2 pair, and one V3 pool for each of `fees`. */
function pairs(
  a: string,
  others: readonly string[],
  rest: { v2DepthUsd: number; v3DepthUsd: number; fees: readonly number[] },
): readonly DevnetPool[] {
  return others.flatMap((b) => [
    ...rest.fees.map((fee) => ({ a, b, fee, depthUsd: rest.v3DepthUsd / rest.fees.length })),
    ...(rest.v2DepthUsd > 0 ? [{ a, b, fee: undefined, depthUsd: rest.v2DepthUsd }] : []),
  ])
}

const poolsByChain: Readonly<Record<number, readonly DevnetPool[]>> = {
  1: [
    ...pairs('WETH', ['USDC', 'USDT', 'DAI', 'WBTC'], {
      v2DepthUsd: 20 * million,
      v3DepthUsd: 60 * million,
      fees: [500, 3000],
    }),
    ...pairs('WETH', ['COW', 'GNO', 'UNI', 'LINK'], {
      v2DepthUsd: 4 * million,
      v3DepthUsd: 12 * million,
      fees: [3000, 10000],
    }),
    ...pairs('WETH', ['stETH'], { v2DepthUsd: 30 * million, v3DepthUsd: 0, fees: [] }),
    ...pairs('WETH', ['FEE'], { v2DepthUsd: 2 * million, v3DepthUsd: 0, fees: [] }),
    ...pairs('USDC', ['USDT', 'DAI'], {
      v2DepthUsd: 6 * million,
      v3DepthUsd: 40 * million,
      fees: [100, 500],
    }),
    ...pairs('USDT', ['DAI'], { v2DepthUsd: 2 * million, v3DepthUsd: 15 * million, fees: [100] }),
    ...pairs('WBTC', ['USDC'], {
      v2DepthUsd: 3 * million,
      v3DepthUsd: 20 * million,
      fees: [500, 3000],
    }),
    ...pairs('USDC', ['COW', 'UNI', 'LINK'], {
      v2DepthUsd: million,
      v3DepthUsd: 3 * million,
      fees: [3000],
    }),
    ...pairs('COW', ['GNO'], { v2DepthUsd: million, v3DepthUsd: million, fees: [10000] }),
  ],
  100: [
    ...pairs('WXDAI', ['USDC'], { v2DepthUsd: million, v3DepthUsd: 5 * million, fees: [100] }),
    ...pairs('WXDAI', ['WETH', 'GNO'], {
      v2DepthUsd: 3 * million,
      v3DepthUsd: 8 * million,
      fees: [500, 3000],
    }),
    ...pairs('GNO', ['COW', 'WETH'], {
      v2DepthUsd: 2 * million,
      v3DepthUsd: 4 * million,
      fees: [3000],
    }),
  ],
  42161: [
    ...pairs('WETH', ['USDC', 'USDT'], {
      v2DepthUsd: 5 * million,
      v3DepthUsd: 30 * million,
      fees: [500],
    }),
    ...pairs('WETH', ['WBTC', 'ARB', 'COW'], {
      v2DepthUsd: 2 * million,
      v3DepthUsd: 8 * million,
      fees: [3000],
    }),
    ...pairs('USDC', ['USDT'], { v2DepthUsd: 0, v3DepthUsd: 10 * million, fees: [100] }),
  ],
  8453: [
    ...pairs('WETH', ['USDC'], {
      v2DepthUsd: 5 * million,
      v3DepthUsd: 30 * million,
      fees: [500, 3000],
    }),
    ...pairs('WETH', ['DAI', 'cbBTC', 'COW'], {
      v2DepthUsd: 2 * million,
      v3DepthUsd: 8 * million,
      fees: [3000],
    }),
    ...pairs('USDC', ['DAI'], { v2DepthUsd: 0, v3DepthUsd: 5 * million, fees: [100] }),
  ],
  11155111: [
    ...pairs('WETH', ['USDC', 'DAI'], {
      v2DepthUsd: 5 * million,
      v3DepthUsd: 20 * million,
      fees: [500, 3000],
    }),
    ...pairs('WETH', ['COW'], { v2DepthUsd: 2 * million, v3DepthUsd: 6 * million, fees: [3000] }),
    ...pairs('USDC', ['DAI'], { v2DepthUsd: million, v3DepthUsd: 5 * million, fees: [100] }),
    ...pairs('USDC', ['COW'], { v2DepthUsd: million, v3DepthUsd: 0, fees: [] }),
  ],
}

/**
 * Returns the pools of an embedded network, in the market maker's order.
 *
 * The market moves the first pool of each token at every step.
 */
export function listDevnetPools(chainId: number): readonly DevnetPool[] {
  return poolsByChain[chainId] ?? []
}
