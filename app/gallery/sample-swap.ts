import type { Swap } from '@/components/swap/form/use-swap'
import type { Recipient } from '@/components/swap/settings/use-recipient'
import type { Translator } from '@/lib/client/i18n/translator'
import { viewDeadline } from '@/lib/client/swap/deadline'
import type { QuoteFailure } from '@/lib/client/swap/quote-failure'
import { type OrderOffer, offerTerms, pageAppData } from '@/lib/client/swap/quote-offer'
import { describeQuoteProblem } from '@/lib/client/swap/quote-problem'
import type { QuoteView } from '@/lib/client/swap/quote-state'
import { viewSlippage } from '@/lib/client/swap/slippage'
import { decideSwapAction, type SwapFacts, swapActionText } from '@/lib/client/swap/swap-action'
import type { Token } from '@/lib/client/swap/tokens'
import { nativeToken } from '@/lib/core/address'
import { network, owner, usdc, weth } from './sample-network'

/** The owner is the recipient. */
export const toOwner: Recipient = {
  ...{ text: undefined, fact: 'clear', problem: undefined, address: undefined },
  ...{ receiver: undefined, isContract: false, name: undefined, change: () => {} },
  ...{ hasNames: true, recheck: async () => {} },
}

/** The recommended slippage. */
export const automaticSlippage = { ...viewSlippage({ text: '' }, 50), change: () => {} }

/** The default deadline. */
export const usualDeadline = { ...viewDeadline('', 'key'), change: () => {} }

const native: Token = { address: nativeToken, name: 'Native token', symbol: 'ETH', decimals: 18 }

const settled: SwapFacts = {
  ...{ isOnline: true, tokenMissing: undefined, amount: 'given', wallet: 'ready', pair: 'order' },
  ...{ quote: 'firm', balance: 'enough', recipient: 'clear', code: 'known', permit: 'known' },
}

type Given = {
  readonly facts?: Partial<SwapFacts>
  readonly failure?: QuoteFailure
  readonly recipient?: Recipient
}

/** The form of a swap of 1.5 WETH for USDC with these facts; otherwise it is ready for the review. */
export function sampleSwap(t: Translator<'swap'>, given: Given = {}): Swap {
  const facts = { ...settled, ...given.facts }
  const { pair } = facts
  const sellToken = facts.tokenMissing === 'sell' ? undefined : sold(pair)
  const buyToken = facts.tokenMissing === 'buy' ? undefined : bought(pair)
  const text = { missing: '', invalid: '1,5,0', given: '1.5' }[facts.amount]
  const quote = quoteView(facts, given.failure)
  const problem = given.failure && describeQuoteProblem({ t, locale: 'en' }, given.failure, weth)
  const action = decideSwapAction(facts)
  const tokens = [weth, usdc]
  const atoms = pair === 'native-sell' ? 1_500_000n : 15n * 10n ** 17n
  return {
    form: {
      ...{ sellToken: sellToken?.address, buyToken: buyToken?.address },
      ...{ kind: pair === 'native-sell' ? 'buy' : 'sell', text, isTyping: false },
    },
    shared: { chain: '', sell: '', buy: '', amount: '' },
    ...{ edit: () => {}, retry: () => {}, sellToken, buyToken, pair, quote, problem, action },
    tokens: {
      ...{ all: tokens, status: 'ready', reload: () => {} },
      find: (address) => tokens.find((each) => each.address === address),
    },
    typed: facts.amount === 'given' ? { atoms } : readNothing(facts.amount),
    balanceOf: () => (facts.balance === 'unknown' ? undefined : balances[facts.balance]),
    keyId: '',
    terms: quote.offer && pair === 'order' ? offerTerms(quote.offer, 50) : undefined,
    ...{ slippage: automaticSlippage, deadline: usualDeadline },
    recipient: given.recipient ?? toOwner,
    permit: noPermit,
    referral: { state: 'none' },
    label: swapActionText(t, action.state, {
      ...{ sellSymbol: weth.symbol, networkTitle: network.title, nativeSymbol: 'ETH' },
      quoteProblem: problem?.short,
    }),
  }
}

const balances = { enough: 4_208_100_000_000_000_000n, short: 300_000_000_000_000_000n }

const sold = (pair: SwapFacts['pair']) =>
  pair === 'wrap' || pair === 'native-sell' ? native : weth

function bought(pair: SwapFacts['pair']): Token {
  if (pair === 'wrap') return weth
  return pair === 'unwrap' ? native : usdc
}

const readNothing = (amount: 'missing' | 'invalid'): Swap['typed'] =>
  amount === 'missing' ? { empty: true } : { problem: 'not-a-number' }

function quoteView({ quote, amount, tokenMissing }: SwapFacts, failure?: QuoteFailure): QuoteView {
  const isAsked = amount === 'given' && tokenMissing === undefined
  const hasOffer = isAsked && ['firm', 'refreshing', 'expired'].includes(quote)
  const offer = hasOffer ? sampleOffer() : undefined
  return {
    ...{ stage: isAsked ? quote : 'idle', offer, failure },
    ...{ signable: quote === 'expired' ? undefined : offer },
  }
}

const noPermit: Swap['permit'] = {
  ...{ isPlanned: false, isChecking: false, form: undefined, allowed: () => 0n, error: undefined },
  ...{ factFor: () => 'none', sign: () => {}, skip: () => {} },
  ...{ signedFor: () => undefined, use: () => {} },
}

/** An expiry that never passes in the gallery: 2100-01-01, in Unix seconds. */
const farSeconds = 4_102_444_800

type Offered = {
  /** The buy amount in atoms. */
  readonly buyAmount?: bigint
  readonly slippageBps?: number
}

/** An offer of 1.5 WETH for USDC. */
export function sampleOffer(given: Offered = {}): OrderOffer {
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
  slippage: { bps: 50, source: 'default' },
  deadline: { seconds: 1_800 },
  recipient: { isContract: false, name: undefined, recheck: async () => {} },
  retry: () => {},
} as const
