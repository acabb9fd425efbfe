import type { Address } from '@/lib/core/address'
import type { ProgrammeTerms } from '@/lib/core/affiliate-programme'

/** A registration as used by attribution: validity period, terms and switches. */
export type Registration = {
  readonly id: bigint
  readonly code: string
  readonly wallet: Address
  /** First Unix second at which the wallet has the code. All times here are Unix seconds. */
  readonly createdAt: number
  /** First second at which it no longer has the code; undefined while it does. */
  readonly freedAt: number | undefined
  readonly terms: ProgrammeTerms
  /** Times at which an operator disabled or enabled the code, in order; initially enabled. */
  readonly switches: readonly CodeSwitch[]
}

/** One switch of a code, effective from its own second on. */
export type CodeSwitch = { readonly enabled: boolean; readonly at: number }

/** Whether the wallet had the code at this Unix second. */
export function isRegisteredAt(registration: Registration, time: number): boolean {
  const { createdAt, freedAt } = registration
  return createdAt <= time && (freedAt === undefined || time < freedAt)
}

/** Whether the code was enabled at this Unix second. */
export function isEnabledAt({ switches }: Registration, time: number): boolean {
  return switches.findLast(({ at }) => at <= time)?.enabled ?? true
}
