import type { SettlementPlan } from '@/lib/chain/encode-settlement'
import { decodeHooks } from '@/lib/chain/simulation/trampoline'

/** Maximum gas of a transaction: 2^24 (EIP-7825). */
export const maxGas = 1n << 24n
const reserve = 50_000n
const untrustedReserve = 30_000n

/**
 * Returns the gas limit of a settlement that used `simulatedGas`, after refunds. Refunds return a fifth at most
 * (EIP-3529), so execution needs up to a quarter more. The margin covers trades that make this one more expensive;
 * unused gas is returned. Untrusted code may burn the whole limit at the settlement's cost, so its margin is smaller.
 *
 * The trampoline requires the hooks' stated gas limits, however little they use; each of the two nested calls retains a
 * 64th of the gas (EIP-150).
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
