import type { ParsedAmount } from '@/lib/client/amount-text'
import { isPending, type QuoteStage } from './quote-stage'
import type { PairKind, Side } from './swap-form'

/** How far the wallet is from signing on the network that is shown. */
export type WalletReadiness =
  | 'restoring'
  | 'none'
  /** This kind of wallet must not sign for this network. */
  | 'not-allowed'
  | 'other-network'
  /** Whether its network is this very chain is being found out. */
  | 'checking-chain'
  /** It claims the chain id, but is on another chain. */
  | 'other-chain'
  /** It shows a smart wallet, but signs for none of its owners. */
  | 'view-only'
  | 'ready'

/** All that decides what the main button says. */
export type SwapFacts = {
  readonly isOnline: boolean
  /** The side that has no token yet. */
  readonly tokenMissing: Side | undefined
  readonly amount: 'missing' | 'invalid' | 'given'
  readonly wallet: WalletReadiness
  readonly pair: PairKind
  readonly quote: QuoteStage
  /** `unknown` while the balance is being read. */
  readonly balance: 'enough' | 'short' | 'unknown'
  /** Who gets the proceeds; `unclear` where that is nobody that an order may pay. */
  readonly recipient: 'clear' | 'checking' | 'unclear'
  /** The affiliate code that the order carries, if any; `checking` while it is being found out. */
  readonly code: 'known' | 'checking'
  /** Whether the order brings a permit along, which is priced with it; `checking` while it is being found out. */
  readonly permit: 'known' | 'checking'
}

/** What a typed amount is to the main button; 0 is none. */
export function amountFact(typed: ParsedAmount): SwapFacts['amount'] {
  if ('problem' in typed) return 'invalid'
  return 'atoms' in typed && typed.atoms > 0n ? 'given' : 'missing'
}

/** What the main button stands for. */
export type SwapState =
  | 'offline'
  | 'token-missing'
  | 'amount-missing'
  | 'amount-invalid'
  | 'wallet-restoring'
  | 'wallet-missing'
  | 'wallet-not-allowed'
  | 'network-other'
  | 'chain-checking'
  | 'chain-other'
  | 'view-only'
  | 'native-sell'
  | 'quote-failed'
  | 'quote-loading'
  | 'quote-expired'
  | 'balance-short'
  | 'balance-unknown'
  | 'recipient-unclear'
  | 'recipient-checking'
  | 'code-checking'
  | 'permit-checking'
  | 'wrap'
  | 'unwrap'
  | 'review'

/** What a press of the main button does; `none` where nothing can be done but wait or change the form. */
export type SwapDeed =
  | 'none'
  | 'choose-token'
  | 'enter-amount'
  | 'enter-recipient'
  | 'connect'
  | 'switch-network'
  | 'wrap-first'
  | 'wrap'
  | 'unwrap'
  | 'review'

/** The main button. */
export type SwapAction = {
  readonly state: SwapState
  readonly does: SwapDeed
  /** Something is under way that ends by itself. */
  readonly isBusy: boolean
}

/** What the main button of the swap form stands for and does; the first state that applies wins. */
export function decideSwapAction(facts: SwapFacts): SwapAction {
  const state = formState(facts) ?? walletState(facts.wallet) ?? orderState(facts)
  return { state, does: deeds[state] ?? 'none', isBusy: busy.has(state) }
}

const deeds: Partial<Record<SwapState, SwapDeed>> = {
  'token-missing': 'choose-token',
  'amount-missing': 'enter-amount',
  'amount-invalid': 'enter-amount',
  'wallet-missing': 'connect',
  'wallet-not-allowed': 'connect',
  'network-other': 'switch-network',
  'native-sell': 'wrap-first',
  'recipient-unclear': 'enter-recipient',
  wrap: 'wrap',
  unwrap: 'unwrap',
  review: 'review',
}

const busy: ReadonlySet<SwapState> = new Set<SwapState>([
  'wallet-restoring',
  'chain-checking',
  'quote-loading',
  'quote-expired',
  'balance-unknown',
  'recipient-checking',
  'code-checking',
  'permit-checking',
])

function formState({ isOnline, tokenMissing, amount }: SwapFacts): SwapState | undefined {
  if (!isOnline) return 'offline'
  if (tokenMissing) return 'token-missing'
  return amount === 'given' ? undefined : `amount-${amount}`
}

const walletStates: Partial<Record<WalletReadiness, SwapState>> = {
  restoring: 'wallet-restoring',
  none: 'wallet-missing',
  'not-allowed': 'wallet-not-allowed',
  'other-network': 'network-other',
  'checking-chain': 'chain-checking',
  'other-chain': 'chain-other',
}

const walletState = (wallet: WalletReadiness): SwapState | undefined => walletStates[wallet]

function orderState(facts: SwapFacts): SwapState {
  const { pair, quote, balance, recipient, wallet } = facts
  if (pair === 'native-sell') return 'native-sell'
  const isOrder = pair === 'order'
  if (isOrder && quote === 'failed') return 'quote-failed'
  if (isOrder && (quote === 'idle' || isPending({ stage: quote }))) return 'quote-loading'
  if (balance === 'short') return 'balance-short'
  if (isOrder && recipient === 'unclear') return 'recipient-unclear'
  if (wallet === 'view-only') return 'view-only'
  if (pair !== 'order') return pair
  if (quote === 'expired') return 'quote-expired'
  if (isOrder && recipient === 'checking') return 'recipient-checking'
  if (balance === 'unknown') return 'balance-unknown'
  if (facts.code === 'checking') return 'code-checking'
  return facts.permit === 'checking' ? 'permit-checking' : 'review'
}
