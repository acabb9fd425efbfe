import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'

type Absence = { readonly exclusion: Exclusion; readonly untilMs: number }

/** Ten minutes, in milliseconds: avoids repeated work, and still notices changes soon. */
const absenceMs = 600_000

/** Excludes orders from a network's auctions for ten minutes. Kept in memory: another worker finds out by itself. */
export function leaveOut(
  ctx: Context,
  chainId: number,
  { uids, exclusion }: { readonly uids: readonly Hex[]; readonly exclusion: Exclusion },
): void {
  const untilMs = ctx.now() + absenceMs
  for (const uid of uids) absencesOf(ctx, chainId).set(uid, { exclusion, untilMs })
}

/** Returns the orders excluded from a network's auctions now, with their reasons. */
export function leftOut(ctx: Context, chainId: number): ReadonlyMap<Hex, Exclusion> {
  const absences = absencesOf(ctx, chainId)
  for (const [uid, { untilMs }] of absences) if (untilMs <= ctx.now()) absences.delete(uid)
  return new Map([...absences].map(([uid, { exclusion }]) => [uid, exclusion]))
}

const absencesOf = defineSlot(
  'settlements/left-out',
  (_, _chainId: number) => new Map<Hex, Absence>(),
)
