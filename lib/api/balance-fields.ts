import { z } from 'zod'
import { addressText, amountText } from './fields'

const amountOrNull = amountText.nullable()

/** A balance of an account, as it is shown in lists and streams. */
export const tokenBalance = z
  .object({
    token: z
      .object({
        address: addressText.describe('0xeeee… for the native token'),
        decimals: z.int().nullable(),
        symbol: z.string().nullable(),
        name: z.string().nullable(),
      })
      .describe('The token; null: its contract does not say, or does not answer'),
    balance: amountOrNull.describe('Balance in atoms; null: the token does not answer'),
    allowance: amountOrNull.describe(
      'What the vault relayer may take, in atoms; null: the token does not answer, or needs none (the native one)',
    ),
  })
  .meta({ id: 'TokenBalance' })

const about = {
  chainId: z.int(),
  userAddress: addressText,
  tokenAddress: addressText,
  timestamp: z.int().describe('When it was seen, in milliseconds since 1970'),
}

/** Data of the events of a balance stream. */
export const balanceEvent = z.union([
  z.object({ balances: z.array(tokenBalance) }).describe('initial_balances: what is held now'),
  z
    .object({
      type: z.literal('balance_change'),
      ...about,
      oldBalance: amountOrNull,
      newBalance: amountOrNull,
    })
    .describe('balance_update: a balance has changed'),
  z
    .object({
      type: z.literal('allowance_change'),
      ...about,
      oldAllowance: amountOrNull,
      newAllowance: amountOrNull,
    })
    .describe('balance_update: what the vault relayer may take has changed'),
])
