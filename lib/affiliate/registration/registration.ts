import type { Address } from '@/lib/core/address'
import type { ProgrammeTerms } from '@/lib/core/affiliate-programme'

/** A code bound to a wallet, as attribution sees it: from when to when, what was promised, when it was switched. */
export type Registration = {
  readonly id: bigint
  readonly code: string
  readonly wallet: Address
  /** Unix seconds, as all times here: the first at which the code is this wallet's. */
  readonly createdAt: number
  /** The first at which it no longer is; undefined while it is. */
  readonly freedAt: number | undefined
  readonly terms: ProgrammeTerms
  /** When an operator switched the code off and on, in this order; it starts on. */
  readonly switches: readonly CodeSwitch[]
}

/** One switch of a code, which holds from its own second on. */
export type CodeSwitch = { readonly enabled: boolean; readonly at: number }

/** Whether the registration's code was its wallet's at this Unix second. */
export function isRegisteredAt(registration: Registration, time: number): boolean {
  const { createdAt, freedAt } = registration
  return createdAt <= time && (freedAt === undefined || time < freedAt)
}

/** Whether no operator had switched the code off by this Unix second, or somebody had switched it on again. */
export function isEnabledAt({ switches }: Registration, time: number): boolean {
  return switches.findLast(({ at }) => at <= time)?.enabled ?? true
}
