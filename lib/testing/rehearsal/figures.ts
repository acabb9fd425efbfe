import { formatEther } from 'viem'
import type { Adversary } from './adversary'
import { type Rehearsal, recoveryMs } from './rehearse'

/** Share of fillable orders that must be filled during an attack. */
const minShare = 0.95

/** A quote may fail in the moment in which a node is found faulty. */
const maxRefused = 1

/** A round starts every two seconds, and its settlement waits for a block. */
const minUsualSeconds = 4

/** Returns which of the required figures a rehearsal misses. */
export function findMisses(rehearsal: Rehearsal, adversary: Adversary): readonly string[] {
  const { kept, owed, spent, dearest, reverts, lost, takenBack, differences } = rehearsal
  const net = kept - owed - spent
  const allowed = BigInt(adversary.maxBurns ?? 0) * dearest
  const share = rehearsal.filledInAttack / Math.max(1, rehearsal.attacked)
  // Chance decides how long an order waits for the next round and block.
  const usual = Math.max(minUsualSeconds, rehearsal.usualSeconds)
  const limit = recoveryMs / 1_000
  return [
    ...differences.map((difference) => `the books differ: ${difference}`),
    ...miss(net < -allowed, `net ${formatEther(net)}, allowed ${formatEther(-allowed)}`),
    ...miss(
      !adversary.stopsSettling && share < minShare,
      `${rehearsal.filledInAttack} of ${rehearsal.attacked} orders filled during the attack`,
    ),
    ...miss(lost > 0, `${lost} fillable orders not filled`),
    ...miss(
      rehearsal.recoverySeconds > limit,
      `the last order was filled ${rehearsal.recoverySeconds.toFixed(1)} s after the attack`,
    ),
    ...miss(adversary.submission === 'private' && reverts > 0, `${reverts} reverts by the relay`),
    ...miss(reverts > (adversary.maxBurns ?? 0), `${reverts} reverts`),
    ...miss(
      rehearsal.attackSeconds > (adversary.maxSlowdown ?? Number.POSITIVE_INFINITY) * usual,
      `orders took ${rehearsal.attackSeconds.toFixed(1)} s, usually ${usual.toFixed(1)} s`,
    ),
    ...miss(rehearsal.refused > maxRefused, `${rehearsal.refused} orders refused`),
    ...miss(takenBack > 0, `${takenBack} fills taken back`),
  ]
}

const miss = (isMissed: boolean, text: string) => (isMissed ? [text] : [])

const columns = [
  ...['scenario', 'fillable', 'filled', 'reverts', 'withdrawn', 'spent', 'kept', 'owed', 'net'],
  ...['lost', 'in attack', 'recovery', 'seconds', 'refused'],
] as const

/**
 * Formats rehearsals as a table; amounts in whole native tokens, `in attack` are the orders filled before its end
 * and those placed during it, `recovery` the seconds from its end to the last fill, `seconds` from an order to its fill
 * (median), usually and during the attack, `refused` the quotes and orders that the service did not serve.
 */
export function formatRehearsals(rehearsals: readonly Rehearsal[]): string {
  const rows = rehearsals.map((one) => [
    `${one.network} ${one.adversary} ${one.seed}`,
    ...[one.fillable, one.filled, one.reverts, one.withdrawn].map(String),
    ...[one.spent, one.kept, one.owed, one.kept - one.owed - one.spent].map(shortEther),
    String(one.lost),
    `${one.filledInAttack}/${one.attacked}`,
    one.recoverySeconds.toFixed(1),
    `${one.usualSeconds.toFixed(1)}/${one.attackSeconds.toFixed(1)}`,
    String(one.refused),
  ])
  const widths = columns.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [columns, ...rows].map(line).join('\n')
}

const shortEther = (wei: bigint) => Number(formatEther(wei)).toFixed(7)
