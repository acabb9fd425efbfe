import { parseAbi } from 'viem'
import type { Address } from '@/lib/core/address'

/** Address of every embedded network's market maker: "MarketMaker" in ASCII, padded. */
export const marketMaker: Address = '0x4d61726b65744d616b6572000000000000000001'

/** The used functions of the market maker's contract (contracts/market-maker.sol). */
export const marketMakerAbi = parseAbi([
  'struct Position { int24 lower; int24 upper; uint128 liquidity; }',
  'struct Grant { address token; uint256 target; }',
  'function startedAt() view returns (uint256)',
  'function poolCount() view returns (uint256)',
  'function pools(uint256 index) view returns (address pool, bool concentrated, address token0, address token1)',
  'function addV2(address factory, address token0, address token1, uint256 amount0, uint256 amount1)',
  'function addV3(address factory, address token0, address token1, uint24 fee, uint160 sqrtPriceX96, Position[] positions)',
  'function move(uint256[] targets)',
  'function findStale(uint256[] targets) view returns (bool[] stale)',
  'function topUp(address to, uint256 nativeTarget, Grant[] grants)',
])
