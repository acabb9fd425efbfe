import { hexToBytes } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import { keccak } from '@/lib/core/keccak'

/** Bytes of a block's bloom filter: 2,048 bits. */
const bloomBytes = 256

/**
 * Returns whether a block with this bloom filter may have a log of a contract with a first topic (Ethereum Yellow Paper,
 * 4.3.1). False is certain; true is chance for some blocks. Anything but a bloom filter is taken for one of a block
 * without logs.
 */
export function mayHaveLog(logsBloom: Hex, address: Hex, topic: Hex): boolean {
  const bloom = hexToBytes(logsBloom)
  return bloom.length === bloomBytes && [address, topic].every((value) => isIn(bloom, value))
}

/** Three bits, each by eleven bits of the hash. */
function isIn(bloom: Uint8Array, value: Hex): boolean {
  const hash = keccak(hexToBytes(value))
  return [0, 2, 4].every((at) => {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % 2_048
    return (((bloom[bloomBytes - 1 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 1
  })
}
