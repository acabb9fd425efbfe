import type { SettlementPlan } from '@/lib/chain/encode-settlement'
import { decodeHooks } from '@/lib/chain/simulation/trampoline'

/** A transaction may use 2^24 gas (EIP-7825). */
export const maxGas = 1n << 24n
const reserve = 50_000n
const untrustedReserve = 30_000n

/**
 * The gas to send a settlement with that used `simulatedGas`, after refunds. These give back a fifth at most (EIP-3529), so
 * it needs a quarter more on its way. What is not used is given back, and other trades may make this one dearer meanwhile;
 * where untrusted code runs, it may use up all that it is left, which the settlement has to pay for, so there is less.
 *
 * The trampoline refuses to go on when less is left than a hook states, however little it uses
 * then; of what is left a 64th stays behind at each of two calls (EIP-150).
 */
export function settlementGasLimit(
  { interactions }: Pick<SettlementPlan, 'interactions'>,
  simulatedGas: bigint,
  runsUntrusted = false,
): bigint {
  const hooks = [...interactions.pre, ...interactions.post].flatMap(
    ({ callData }) => decodeHooks(callData) ?? [],
  )
  let limit = runsUntrusted
    ? (simulatedGas * 5n) / 4n + untrustedReserve
    : (simulatedGas * 13n) / 10n + reserve
  for (const { gasLimit } of hooks) {
    const needed = simulatedGas + (gasLimit * 26n) / 25n + reserve
    if (needed > limit) limit = needed
  }
  return limit < maxGas ? limit : maxGas
}
