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
  }

/** The schedule form's main button; its own states ask for a field. */
export type ScheduleAction = Omit<SwapAction, 'state'> & {
  readonly state:
    | SwapAction['state']
    | 'parts-invalid'
    | 'interval-invalid'
    | 'worst-invalid'
    | 'total-too-small'
    | 'price-missing'
}

/** Returns the main button's state and action, like a limit order's. */
export function decideScheduleAction(facts: ScheduleFacts): ScheduleAction {
  const { market, each, ...rest } = facts
  const quote = market === 'refused' ? 'failed' : market === 'reading' ? 'loading' : 'firm'
  const given = { ...rest, pair: 'order', quote, recipient: 'clear', permit: 'known' } as const
  const action = decideSwapAction(given)
  if (!facts.isOnline || facts.tokenMissing || facts.amount !== 'given') return action
  const ask = { does: 'enter-amount', isBusy: false } as const
  if (facts.partsProblem) return { state: 'parts-invalid', ...ask }
  if (facts.intervalProblem) return { state: 'interval-invalid', ...ask }
  if (facts.worstProblem) return { state: 'worst-invalid', ...ask }
  if (each === undefined) return { state: 'total-too-small', ...ask }
  if (market === 'unknown') return { state: 'price-missing', does: 'none', isBusy: false }
  return action
}
