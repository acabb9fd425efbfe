import type { Hex } from '@/lib/core/bytes'

/** First topic of `Transfer(address,address,uint256)` in both ERC-20 and ERC-721. */
export const transferTopic: Hex =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** First topic of `Deposit(address,uint256)`, which WETH9 emits when it mints. */
export const depositTopic: Hex =
  '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'

/** First topic of `Withdrawal(address,uint256)`, which WETH9 emits when it burns. */
export const withdrawalTopic: Hex =
  '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
