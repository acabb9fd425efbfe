import { z } from 'zod'

// The choices that quotes and orders share. Spec: Quote request.

/** Which amount is exact. */
export const kind = z.enum(['sell', 'buy'], 'must be sell or buy')

/** How an order is signed. */
export const signingScheme = z.enum(
  ['eip712', 'ethsign', 'presign', 'eip1271'],
  'must be eip712, ethsign, presign or eip1271',
)

/** Where the sell token is drawn from. */
export const sellTokenBalance = z.enum(
  ['erc20', 'internal', 'external'],
  'must be erc20, internal or external',
)

/** Where the buy token goes. */
export const buyTokenBalance = z.enum(['erc20', 'internal'], 'must be erc20 or internal')
