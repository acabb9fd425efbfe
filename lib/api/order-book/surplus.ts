import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedParameter } from '@/lib/api/declare/example'
import { address, amountText } from '@/lib/api/declare/fields'
import { getTotalSurplus } from '@/lib/settlements/reports/get-total-surplus'

/** GET /api/v1/users/{address}/total_surplus. */
export const readTotalSurplus = defineEndpoint({
  name: 'readTotalSurplus',
  method: 'GET',
  path: '/api/v1/users/{address}/total_surplus',
  summary: "What an account's orders got above their limit prices, in wei of the native token",
  tag: 'Trades',
  params: z.object({ address }),
  response: z.object({ totalSurplus: amountText }).meta({ id: 'TotalSurplus' }),
  examples: [
    {
      summary: 'An account that has not traded',
      params: { address: `0x${'11'.repeat(20)}` },
      response: { totalSurplus: '0' },
    },
    malformedParameter('address'),
  ],
  run: async (ctx, { params, network: { chainId } }) => ({
    totalSurplus: await getTotalSurplus(ctx, { chainId, account: params.address }),
  }),
})
