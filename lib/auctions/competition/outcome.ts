import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { CompetitionEntry } from './competition'

/** A winner whose transaction was mined; decimal strings, as in the rows that it replaces. */
export type SettledWinner = Pick<
  CompetitionEntry,
  'solver' | 'solverAddress' | 'ranking' | 'clearingPrices' | 'orders'
> & {
  readonly score: string
  readonly referenceScore: string | null
  /** As stored, see `encodeFault`. */
  readonly fault: string | null
  readonly gas: string
  readonly txHash: Hex
}

/** What a settlement kept of a token, as booked; decimal strings. */
type KeptAmount = {
  readonly token: Address
  readonly amount: string
  readonly owed: string
  readonly price?: string
}

/** What an old auction settled. */
export type Outcome = {
  /** Best first. */
  readonly winners: readonly SettledWinner[]
  /** Native atoms per 1e18 token atoms, of the traded tokens. */
  readonly prices: Readonly<Record<Address, string>>
  /** By the hashes of the booked transactions. */
  readonly kept: Readonly<Record<Hex, readonly KeptAmount[]>>
}

/** First byte of a packed outcome: the version of its dictionary. */
const dictionaryVersion = 1

/**
 * Text that outcomes share, so that each needs a few bytes for it. Stored rows depend on it: never change it, but add another
 * one with another first byte.
 */
const dictionary = Buffer.from(
  '"policy":{"surplus":{"factor":"policy":{"volume":{"factor":"policy":{"priceImprovement":{"quote":{"fee":"0","buyAmount":"' +
    '","sellAmount":""},"factor":0.5,"maxVolumeFactor":0.01}},"recipient":"0x{"winners":[{"solver":"batch","solver":"route",' +
    '"solverAddress":"0x","ranking":1,"clearingPrices":{"0x"},"orders":[{"id":"0x","cost":"","fees":[{"token":"0x' +
    '","amount":""}],"bound":"","buyToken":"0x","buyAmount":"","sellToken":"0x","sellAmount":""},{"id":"0x"}],"score":"' +
    '","referenceScore":"0","fault":null,"gas":"","txHash":"0x"}],"prices":{"0x":"1000000000000000000","0x"},"kept":{"0x":[' +
    '{"owed":"0","price":"1000000000000000000","token":"0x","amount":""},{"owed":"0","price":"","token":"0x"}]}}',
)

/** Packs an outcome as raw-deflated JSON with a preset dictionary: about 290 bytes for one order. */
export function packOutcome(outcome: Outcome): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(JSON.stringify(outcome), { dictionary, level: 9 })
  return new Uint8Array([dictionaryVersion, ...packed])
}

/**
 * Reverses {@link packOutcome}.
 * @throws {Error} if the bytes are no packed outcome.
 */
export function unpackOutcome(bytes: Uint8Array): Outcome {
  if (bytes[0] !== dictionaryVersion)
    throw new Error(`an outcome begins with ${bytes[0] ?? 'nothing'}`)
  return JSON.parse(inflateRawSync(bytes.subarray(1), { dictionary }).toString('utf8'))
}

/** Whether a transaction settled winners of an outcome. */
export function namesTransaction({ winners }: Outcome, txHash: Hex): boolean {
  return winners.some((winner) => winner.txHash === txHash)
}
