import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { address, addressText } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { ServiceError } from '@/lib/core/errors'
import { giveTokens } from '@/lib/devnet/faucet'

/** POST /{chainId}/faucet: sends an amount of each main token to an address, on embedded networks only. */
export const askFaucet = defineEndpoint({
  name: 'askFaucet',
  method: 'POST',
  path: '/{chainId}/faucet',
  summary: 'Top an address up with tokens; embedded networks only',
  tag: 'Operations',
  body: z.object({ address: address.describe('Who is given tokens') }),
  response: z.object({ address: addressText.describe('Who was given tokens') }),
  throws: ['ServiceUnavailable'],
  examples: [
    {
      summary: 'Tokens for an account',
      body: { address: exampleOwner },
      response: { address: exampleOwner },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A malformed address',
      body: { address: '0x12' },
      description: 'address must be an address: 0x and 40 hexadecimal digits',
    }),
  ],
  run: async (ctx, { body, network: { chainId } }) => {
    if (!ctx.config.embeddedChainIds.includes(chainId)) {
      throw new ServiceError('ServiceUnavailable', 'only embedded networks have a faucet')
    }
    await giveTokens({ rpcUrl: ctx.chain(chainId).rpcUrl, chainId }, body.address)
    return { address: body.address }
  },
})
