import { z } from 'zod'
import { addressText, amountText } from '@/lib/api/declare/fields'

const amountOrNull = amountText.nullable()

/** A token balance of an account, as in lists and streams. */
export const tokenBalance = z
  .object({
    token: z
      .object({
        address: addressText.describe('0xeeee… for the native token'),
        decimals: z.int().nullable().describe('Digits behind the point'),
        symbol: z.string().nullable().describe('Its short name'),
        name: z.string().nullable().describe('Its full name'),
      })
      .describe('The token; null: its contract does not say, or does not answer'),
    balance: amountOrNull.describe('Balance in atoms; null: the token does not answer'),
    allowance: amountOrNull.describe(
      'What the vault relayer may take, in atoms; null: the token does not answer, or needs none (the native one)',
    ),
  })
  .meta({ id: 'TokenBalance' })

const about = {
  chainId: z.int().describe('Network'),
  userAddress: addressText.describe('The account'),
  tokenAddress: addressText.describe('The token; 0xeeee… for the native one'),
  timestamp: z.int().describe('When it was seen, in milliseconds since 1970'),
}

/** Event data of a balance stream. */
export const balanceEvent = z.union([
  z
    .object({ balances: z.array(tokenBalance).describe('In the sequence asked for') })
    .describe('initial_balances: what is held now'),
  z
    .object({
      type: z.literal('balance_change').describe('What has changed'),
      ...about,
      oldBalance: amountOrNull.describe('Before, in atoms'),
      newBalance: amountOrNull.describe('Now, in atoms'),
    })
    .describe('balance_update: a balance has changed'),
  z
    .object({
      type: z.literal('allowance_change').describe('What has changed'),
      ...about,
      oldAllowance: amountOrNull.describe('Before, in atoms'),
      newAllowance: amountOrNull.describe('Now, in atoms'),
    })
    .describe('balance_update: what the vault relayer may take has changed'),
])
