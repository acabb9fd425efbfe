import type { Swap } from '@/components/swap/form/use-swap'
import type { Recipient } from '@/components/swap/settings/use-recipient'
import type { Translator } from '@/lib/client/i18n/translator'
import { viewDeadline } from '@/lib/client/swap/deadline'
import type { QuoteFailure } from '@/lib/client/swap/quote-failure'
import { offerTerms } from '@/lib/client/swap/quote-offer'
import { describeQuoteProblem } from '@/lib/client/swap/quote-problem'
import type { QuoteView } from '@/lib/client/swap/quote-state'
import { viewSlippage } from '@/lib/client/swap/slippage'
import { decideSwapAction, type SwapFacts, swapActionText } from '@/lib/client/swap/swap-action'
import type { Token } from '@/lib/client/swap/tokens'
import { nativeToken } from '@/lib/core/address'
import { network, usdc, weth } from './sample-network'
import { sampleOffer } from './sample-trade'

/** The owner is the recipient. */
export const toOwner: Recipient = {
  ...{ text: undefined, fact: 'clear', problem: undefined, address: undefined },
  ...{ receiver: undefined, isContract: false, name: undefined, change: () => {} },
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
  ...{ factFor: () => 'none', sign: () => {}, passOver: () => {} },
  ...{ signedFor: () => undefined, use: () => {} },
}
