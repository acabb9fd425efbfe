import { invalidMember, readAddress, readInteger, readObject } from './member'
import type { PartnerFee } from './metadata'

/** Bounds of a share in bps: nothing to all. */
const anyBps = { min: 0, max: 10_000 } as const

/**
 * Parses `metadata.partnerFee`, one fee or a list: `{ bps }` (old) or `{ volumeBps }`, or `{ surplusBps }` or `{
 * priceImprovementBps }` with `{ maxVolumeBps }`, each with a `recipient`. Drops zero fees.
 *
 * @throws {ServiceError} InvalidAppData naming the member.
 */
export function parsePartnerFees(value: unknown): PartnerFee[] {
  const path = 'metadata.partnerFee'
  const fees = Array.isArray(value)
    ? value.map((entry, index) => readFee(entry, `${path}[${index}]`))
    : [readFee(value, path)]
  return fees.filter((fee) => shareOf(fee) > 0 && volumeOf(fee) > 0)
}

/**
 * Caps the partners' total at `maxBps` of the volume. Fees are granted in list order; those after the cap is reached
 * are dropped.
 */
export function capPartnerFees(fees: readonly PartnerFee[], maxBps: number): PartnerFee[] {
  let left = maxBps
  const granted: PartnerFee[] = []
  for (const fee of fees) {
    const bps = Math.min(volumeOf(fee), left)
    if (bps <= 0) continue
    granted.push('volumeBps' in fee ? { ...fee, volumeBps: bps } : { ...fee, maxVolumeBps: bps })
    left -= bps
  }
  return granted
}

function readFee(value: unknown, path: string): PartnerFee {
  const fee = readObject(value, path)
  const recipient = readAddress(fee.recipient, `${path}.recipient`)
  const bps = (name: string) => readInteger(fee[name], `${path}.${name}`, anyBps)
  if (fee.volumeBps !== undefined) return { recipient, volumeBps: bps('volumeBps') }
  if (fee.bps !== undefined) return { recipient, volumeBps: bps('bps') }
  if (fee.surplusBps !== undefined) {
    return { recipient, surplusBps: bps('surplusBps'), maxVolumeBps: bps('maxVolumeBps') }
  }
  if (fee.priceImprovementBps !== undefined) {
    const priceImprovementBps = bps('priceImprovementBps')
    return { recipient, priceImprovementBps, maxVolumeBps: bps('maxVolumeBps') }
  }
  throw invalidMember(path, 'a fee with volumeBps, surplusBps or priceImprovementBps')
}

function shareOf(fee: PartnerFee): number {
  if ('volumeBps' in fee) return fee.volumeBps
  return 'surplusBps' in fee ? fee.surplusBps : fee.priceImprovementBps
}

function volumeOf(fee: PartnerFee): number {
  return 'volumeBps' in fee ? fee.volumeBps : fee.maxVolumeBps
}
