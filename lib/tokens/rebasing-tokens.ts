import type { Address } from '@/lib/core/address'

/**
 * Tokens whose balances change by themselves. A signed amount of them means something else a day later
 * and the settlement contract's books would not hold, so they are refused (spec: UnsupportedToken).
 */
const rebasingTokens: ReadonlyMap<number, ReadonlySet<Address>> = new Map([
  [
    1,
    new Set<Address>([
      '0xae7ab96520de3a18e5e111b5eaab095312d7fe84', // stETH
      '0xd46ba6d942050d489dbd938a2c909a5d5039a161', // AMPL
      '0x64aa3364f17a4d01c6f1751fd97c2bd3d7e7f1d5', // OHM v2
    ]),
  ],
])

/** Whether a token is known to change its holders' balances by itself. */
export function isRebasing(chainId: number, token: Address): boolean {
  return rebasingTokens.get(chainId)?.has(token) ?? false
}
