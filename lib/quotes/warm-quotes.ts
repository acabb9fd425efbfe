import type { Context } from '@/lib/context'
import { zeroAddress } from '@/lib/core/address'
import { checkRequest } from './check-request'
import { estimateQuote } from './estimate-quote'
import { defaultTimeoutMs, type QuoteRequest } from './quote'
import { within } from './within'

/**
 * Prices the wrapped native token in dollars on every network and stores nothing: pools are then read, connections open and
 * code compiled before a new process serves its first quote. Takes at most a quote's time; a network that does not answer
 * is no error here.
 */
export async function warmQuotes(ctx: Context): Promise<void> {
  const deadlineMs = ctx.now() + defaultTimeoutMs
  const warm = async (chainId: number) => {
    const question = await checkRequest(ctx, requestOn(ctx, chainId))
    await estimateQuote(ctx, question, { deadlineMs, inventory: undefined })
  }
  await Promise.all(
    ctx.config.chainIds.map((chainId) =>
      within(ctx, deadlineMs, warm(chainId)).catch((error) =>
        ctx.log.debug({ chainId, error }, 'quotes not warmed'),
      ),
    ),
  )
}

function requestOn(ctx: Context, chainId: number): QuoteRequest {
  const { wrappedNative, usdToken, pricingAmount } = ctx.chain(chainId).network
  return {
    ...{ chainId, sellToken: wrappedNative, buyToken: usdToken, from: zeroAddress },
    size: { kind: 'sell', sellAmountBeforeFee: pricingAmount },
    ...{ priceQuality: 'verified', signingScheme: 'eip712', expiry: { validFor: 60 } },
    ...{ sellTokenBalance: 'erc20', buyTokenBalance: 'erc20', onchainOrder: false },
    ...{ receiver: undefined, appData: undefined, appDataHash: undefined, timeoutMs: undefined },
  }
}
