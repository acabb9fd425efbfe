import { decideSwapAction, type SwapAction, type SwapFacts } from '@/lib/client/swap/swap-action'
import type { ScheduleView } from './schedule-form'

/** The inputs of the schedule form's main button. */
export type ScheduleFacts = Pick<
  SwapFacts,
  'isOnline' | 'tokenMissing' | 'amount' | 'wallet' | 'code'
> &
  Pick<ScheduleView, 'partsProblem' | 'intervalProblem' | 'worstProblem' | 'each'> & {
    readonly market: 'known' | 'reading' | 'unknown' | 'refused'
    /** `short` if the balance does not cover one part. */
    readonly balance: SwapFacts['balance']
    /** Whether another schedule is still to be signed. */
    readonly isSigning: boolean
  }

/** The schedule form's main button; its own states ask for a field, or for the schedule that is not signed yet. */
export type ScheduleAction = Omit<SwapAction, 'state'> & {
  readonly state:
    | SwapAction['state']
    | 'parts-invalid'
    | 'interval-invalid'
    | 'worst-invalid'
    | 'total-too-small'
    | 'price-missing'
    | 'finish-first'
}

/** Returns the main button's state and action, like a limit order's. */
export function decideScheduleAction(facts: ScheduleFacts): ScheduleAction {
  const { market, isSigning, each, ...rest } = facts
  const quote = market === 'refused' ? 'failed' : market === 'reading' ? 'loading' : 'firm'
  const given = { ...rest, pair: 'order', quote, recipient: 'clear', permit: 'known' } as const
  const action = decideSwapAction(given)
  if (!facts.isOnline || facts.tokenMissing || facts.amount !== 'given') return action
  const ask = { does: 'enter-amount', isBusy: false } as const
  if (facts.partsProblem) return { state: 'parts-invalid', ...ask }
  if (facts.intervalProblem) return { state: 'interval-invalid', ...ask }
  if (facts.worstProblem) return { state: 'worst-invalid', ...ask }
  if (each === undefined) return { state: 'total-too-small', ...ask }
  if (isSigning) return { state: 'finish-first', does: 'none', isBusy: false }
  if (market === 'unknown') return { state: 'price-missing', does: 'none', isBusy: false }
  return action
}
