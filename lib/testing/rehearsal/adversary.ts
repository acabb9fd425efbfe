import type { RehearsalStage } from './stage'
import type { Traders } from './traders'

/** What attacks a service in a rehearsal. */
export type Adversary = {
  readonly name: string
  /** How settlements are submitted: in public, where they can be seen, or through the relay that drops what reverts. */
  readonly submission: 'private' | 'public'
  /** Whether settling has to stop while the attack lasts; orders then wait until its end. */
  readonly stopsSettling: boolean
  /** Multiple of the usual time that an order may take; default: any. */
  readonly maxSlowdown?: number
  /** Minimum milliseconds for which the attack lasts. */
  readonly minMs?: number
  /** Number of transactions whose cost the attack may take from the operator by design; default 0. */
  readonly maxBurns?: number
  /** Begins the attack; the result ends it and undoes what an operator would have to repair. */
  readonly start: (attack: Attack) => Promise<() => Promise<void>>
}

/** What an adversary reaches. */
export type Attack = {
  readonly stage: RehearsalStage
  readonly traders: Traders
  /** Returns a number from 0 up to, but not, 1. */
  readonly random: () => number
}
