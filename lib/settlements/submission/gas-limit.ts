import type { SettlementPlan } from '@/lib/chain/encode-settlement'
import { decodeHooks } from '@/lib/chain/simulation/trampoline'
import { minAmount } from '@/lib/core/amount'

const reserve = 50_000n
const untrustedReserve = 30_000n

/** What limits a settlement's gas, apart from its simulation. */
type GasBounds = {
  readonly runsUntrusted?: boolean
  /** Gas that the network charges for data, beyond that of the execution. */
  readonly dataGas?: bigint
  /** Maximum gas of a transaction, without that for data. */
  readonly maxGas: bigint
}

/**
 * Returns the gas limit of a settlement that used `simulatedGas`, after refunds. Refunds return a fifth at most
 * (EIP-3529), so execution needs up to a quarter more. The margin covers trades that make this one more expensive;
 * unused gas is returned. Untrusted code may burn the whole limit at the settlement's cost, so its margin is smaller.
 *
 * The trampoline requires the hooks' stated gas limits, however little they use; each of the two nested calls retains a
 * 64th of the gas (EIP-150). Gas for data is added with a quarter more, since its price may rise until the settlement is
 * mined.
 */
export function settlementGasLimit(
  { interactions }: Pick<SettlementPlan, 'interactions'>,
  simulatedGas: bigint,
  { runsUntrusted = false, dataGas = 0n, maxGas }: GasBounds,
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
  return minAmount(limit, maxGas) + (dataGas * 5n) / 4n
}
