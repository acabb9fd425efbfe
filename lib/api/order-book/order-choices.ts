import { z } from 'zod'

// Enums shared by quotes and orders. Spec: Quote request.

/** Order kind, which determines the exact amount. */
export const kind = z.enum(['sell', 'buy'], 'must be sell or buy')

/** Signing scheme of an order. */
export const signingScheme = z.enum(
  ['eip712', 'ethsign', 'presign', 'eip1271'],
  'must be eip712, ethsign, presign or eip1271',
)

/** Balance source of the sell token. */
export const sellTokenBalance = z.enum(
  ['erc20', 'internal', 'external'],
  'must be erc20, internal or external',
)

/** Balance destination of the buy token. */
export const buyTokenBalance = z.enum(['erc20', 'internal'], 'must be erc20 or internal')
