import type { ParsedAmount } from '@/lib/client/amount-text'
import type { Translator } from '@/lib/client/i18n/translator'
import { isPending, type QuoteStage } from './quote-state'
import type { PairKind, Side } from './swap-form'

/** The wallet's readiness to sign on the current network. */
export type WalletReadiness =
  | 'restoring'
  | 'none'
  /** This kind of wallet must not sign for this network. */
  | 'not-allowed'
  | 'other-network'
  /** The check whether its network is this very chain is pending. */
  | 'checking-chain'
  /** It claims the chain id, but is on another chain. */
  | 'other-chain'
  /** It shows a smart wallet, but signs for none of its owners. */
  | 'view-only'
  | 'ready'

/** The inputs of the main button. */
export type SwapFacts = {
  readonly isOnline: boolean
  /** The side without a token; `loading` while the list does not have the chosen tokens yet. */
  readonly tokenMissing: Side | 'loading' | undefined
  readonly amount: 'missing' | 'invalid' | 'given'
  readonly wallet: WalletReadiness
  readonly pair: PairKind
  readonly quote: QuoteStage
  /** `unknown` while the balance is loading. */
  readonly balance: 'enough' | 'short' | 'unknown'
  /** The recipient; `unclear` if no order may pay it. */
  readonly recipient: 'clear' | 'checking' | 'unclear'
  /** The order's affiliate code, if any; `checking` while it is being determined. */
  readonly code: 'known' | 'checking'
  /** Whether the order includes a permit, which affects the price; `checking` while it is being determined. */
  readonly permit: 'known' | 'checking'
}

/** A typed amount; 0 counts as none. */
export function amountFact(typed: ParsedAmount): SwapFacts['amount'] {
  if ('problem' in typed) return 'invalid'
  return 'atoms' in typed && typed.atoms > 0n ? 'given' : 'missing'
}

/** The main button's state. */
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

/** The main button's action; `none` if the user can only wait or change the form. */
export type SwapCommand =
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
  readonly does: SwapCommand
  /** Something is pending that ends by itself. */
  readonly isBusy: boolean
}

/** Returns the main button's state and action; the first state that applies wins. */
export function decideSwapAction(facts: SwapFacts): SwapAction {
  const state = formState(facts) ?? walletState(facts.wallet) ?? orderState(facts)
  return { state, does: commands[state] ?? 'none', isBusy: busyStates.has(state) }
}

const commands: Partial<Record<SwapState, SwapCommand>> = {
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

const busyStates: ReadonlySet<SwapState> = new Set<SwapState>([
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
  if (tokenMissing && tokenMissing !== 'loading') return 'token-missing'
  if (amount !== 'given') return `amount-${amount}`
  return tokenMissing === 'loading' ? 'quote-loading' : undefined
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

/** Names in the main button's labels. */
type SwapNames = {
  readonly sellSymbol: string
  readonly networkTitle: string
  readonly nativeSymbol: string
  /** Summarises why there is no price. */
  readonly quoteProblem: string | undefined
}

/** Returns the label of the main button. */
export function swapActionText(
  t: Translator<'swap'>,
  state: SwapState,
  { quoteProblem, ...names }: SwapNames,
): string {
  if (state === 'quote-failed' && quoteProblem !== undefined) return quoteProblem
  return t(`action.${state}`, names)
}
