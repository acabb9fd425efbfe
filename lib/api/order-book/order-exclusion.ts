import { z } from 'zod'
import { addressText, amountText, isoTime } from '@/lib/api/declare/fields'

/** Reason why an open order is not solvable: a code with message parameters (`lib/core/exclusion.ts`). */
export const orderExclusion = z
  .discriminatedUnion('code', [
    z
      .object({
        code: z.enum(['insufficientBalance', 'insufficientAllowance']),
        token: addressText.describe('The sell token'),
        needed: amountText.describe('Atoms that the order needs'),
        available: amountText.describe('Atoms that are left for it'),
      })
      .describe('Balance or allowance, less what the owner’s other orders draw, is too low'),
    z.object({ code: z.literal('waitsForPrice') }).describe('No solver can fill it at its limit'),
    z
      .object({
        code: z.literal('notValidYet'),
        validFrom: isoTime.describe('When its time begins'),
      })
      .describe('Its time has not come'),
    z.object({ code: z.literal('accountNotServed') }).describe('An account of it is banned'),
    z
      .object({
        code: z.literal('tokenNotTraded'),
        token: addressText.optional().describe('The token, where it is known which'),
      })
      .describe('A token has no price or is refused'),
    z
      .object({ code: z.literal('awaitsSignature') })
      .describe('Its signature on chain, or the wallet’s consent, is missing'),
    z
      .object({ code: z.literal('backingOff'), until: isoTime.describe('When it is tried again') })
      .describe('Its settlement failed a moment ago'),
    z.object({ code: z.literal('settlingOff') }).describe('The network only simulates settlements'),
    z.object({ code: z.literal('settlingPaused') }).describe('The operator paused settling'),
    z
      .object({ code: z.literal('gasTooDear') })
      .describe('Gas costs more than the operator pays for settlements'),
    z
      .object({
        code: z.literal('overCap'),
        cap: z.enum(['order', 'day']).describe('Which cap'),
      })
      .describe('Worth more than is settled for now'),
    z.object({ code: z.literal('hookFails') }).describe('Its pre-hooks could not be simulated'),
    z
      .object({
        code: z.literal('appDataRefused'),
        member: z.string().describe('The member that demands it'),
      })
      .describe('Its app data demands what the service does not do'),
    z.object({ code: z.literal('blockedAfterReverts') }).describe('Settlements with it reverted'),
  ])
  .describe('Why no solver competes for the order; absent: nothing keeps it from being filled')
  .meta({ id: 'OrderExclusion' })
