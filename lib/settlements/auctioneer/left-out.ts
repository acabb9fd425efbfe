import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'

type Absence = { readonly exclusion: Exclusion; readonly untilMs: number }

/** Ten minutes, in milliseconds: long enough not to repeat a round's work, short enough to notice what has changed. */
const absenceMs = 600_000

/** Leaves orders out of a network's auctions for ten minutes. Kept in memory: another worker finds out by itself. */
export function leaveOut(
  ctx: Context,
  chainId: number,
  { uids, exclusion }: { readonly uids: readonly Hex[]; readonly exclusion: Exclusion },
): void {
  const untilMs = ctx.now() + absenceMs
  for (const uid of uids) absencesOf(ctx, chainId).set(uid, { exclusion, untilMs })
}

/** The orders that are left out of a network's auctions now, and why. */
export function leftOut(ctx: Context, chainId: number): ReadonlyMap<Hex, Exclusion> {
  const absences = absencesOf(ctx, chainId)
  for (const [uid, { untilMs }] of absences) if (untilMs <= ctx.now()) absences.delete(uid)
  return new Map([...absences].map(([uid, { exclusion }]) => [uid, exclusion]))
}

const absencesOf = defineSlot(
  'settlements/left-out',
  (_, _chainId: number) => new Map<Hex, Absence>(),
)
