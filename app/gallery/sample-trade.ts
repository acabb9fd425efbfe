import { type OrderOffer, pageAppData } from '@/lib/client/swap/quote-offer'
import { network, owner, usdc, weth } from './sample-network'

/** An expiry that never passes in the gallery: 2100-01-01, in Unix seconds. */
const farSeconds = 4_102_444_800

type Given = {
  /** The buy amount in atoms. */
  readonly buyAmount?: bigint
  readonly slippageBps?: number
}

/** An offer of 1.5 WETH for USDC. */
export function sampleOffer(given: Given = {}): OrderOffer {
  const { buyAmount = 4_812_070_000n, slippageBps = 50 } = given
  return {
    answer: {
      quote: {
        ...{ sellToken: weth.address, buyToken: usdc.address, receiver: owner, kind: 'sell' },
        ...{ sellAmount: '1499626000000000000', feeAmount: '374000000000000' },
        ...{ buyAmount: String(buyAmount), validTo: farSeconds, partiallyFillable: false },
        ...{ gasAmount: '187000', gasPrice: '2000000000', sellTokenPrice: '1' },
        ...{ appData: pageAppData(undefined), appDataHash: `0x${'d1'.repeat(32)}` },
        ...{ sellTokenBalance: 'erc20', buyTokenBalance: 'erc20', signingScheme: 'eip712' },
      },
      ...{ from: owner, expiration: '2099-12-31T00:00:00.000Z', id: 1, verified: true },
    },
    ...{ fetchedAtMs: 0, expiresAtMs: farSeconds * 1_000, slippageBps },
  }
}

/** The form's state as the review of that offer needs it. */
export const sampleForm = {
  form: { sellToken: weth.address, buyToken: usdc.address },
  keyId: network.name,
  quote: { stage: 'firm', signable: sampleOffer() },
  slippage: { bps: 50 },
  deadline: { seconds: 1_800 },
  recipient: { isContract: false, name: undefined },
  retry: () => {},
} as const
