import type { Hex } from '@/lib/core/bytes'
import type { Order } from '@/lib/core/order'

// Orders whose digests and signatures are published with the public implementations.

const repeat = (byte: string, count: number) => `0x${byte.repeat(count)}` as Hex
const ether = 10n ** 18n

/** Vector V1, on a local chain. */
export const v1: Order = {
  sellToken: repeat('01', 20),
  buyToken: repeat('02', 20),
  receiver: repeat('03', 20),
  sellAmount: 42n * ether,
  buyAmount: 1337n * 10n ** 16n,
  validTo: 0xffffffff,
  appData: repeat('00', 32),
  feeAmount: ether,
  kind: 'sell',
  partiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
}

/** Vector V2. */
export const v2: Order = {
  ...v1,
  sellToken: '0xd057b63f5e69cf1b929b356b579cba08d7688048',
  buyToken: '0x7b878668cd1a3adf89764d3a331e0a7bb832192d',
  receiver: '0xa6ddbd0de6b310819b49f680f65871bee85f517e',
  sellAmount: 500000000000000n,
  buyAmount: 23000020000n,
  validTo: 5000222,
  feeAmount: 2300000n,
  partiallyFillable: true,
}

/** Vector V3. */
export const v3: Order = {
  ...v1,
  receiver: '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf',
  feeAmount: 0n,
  appData: '0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d',
}

/** Vector V4; its app data is the hash of the text `cow`. */
export const v4: Order = {
  ...v1,
  sellToken: '0x6b175474e89094c44da98b954eedeac495271d0f',
  buyToken: '0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab',
  receiver: repeat('00', 20),
  sellAmount: 10n ** 25n,
  buyAmount: 10000n,
  validTo: 1704067200,
  appData: '0xc85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4',
  feeAmount: 0n,
}
