import type { Address } from '@/lib/core/address'

const ofNetwork = (...tokens: readonly Address[]): ReadonlySet<Address> => new Set(tokens)

/**
 * Rebasing tokens. A signed amount loses its meaning as balances change, and the settlement contract's accounting would
 * break, so they are rejected (spec: UnsupportedToken).
 */
const rebasingTokens: ReadonlyMap<number, ReadonlySet<Address>> = new Map([
  [
    1,
    ofNetwork(
      '0xae7ab96520de3a18e5e111b5eaab095312d7fe84', // stETH
      '0x35fa164735182de50811e8e2e824cfb9b6118ac2', // eETH
      '0x856c4efb76c1d1ae02e20ceb03a2a6a08b0b8dc3', // OETH
      '0xd46ba6d942050d489dbd938a2c909a5d5039a161', // AMPL
      '0x04906695d6d12cf5459975d7c3c03356e4ccd460', // sOHM
      '0x59d9356e565ab3a36dd77763fc0d87feaf85508c', // USDM
      '0x98c23e9d8f34fefb1b7bd6a91b7ff122f4e16f5c', // aEthUSDC
    ),
  ],
  [
    100,
    ofNetwork(
      '0xd0dd6cef72143e22cced4867eb0d5f2328715533', // aGnoWXDAI
      '0xa1fa064a85266e2ca82dee5c5ccec84df445760e', // aGnoGNO
    ),
  ],
  [
    42161,
    ofNetwork(
      '0x59d9356e565ab3a36dd77763fc0d87feaf85508c', // USDM
      '0x724dc807b04555b71ed48a6896b6f41593b8c637', // aArbUSDCn
    ),
  ],
  [
    8453,
    ofNetwork(
      '0xdbfefd2e8460a6ee4955a68582f85708baea60a3', // superOETHb
      '0x59d9356e565ab3a36dd77763fc0d87feaf85508c', // USDM
      '0xd4a0e0b9149bcee3c920d2e00b5de09138fd8bb7', // aBasWETH
      '0x4e65fe4dba92790696d040ac24aa414708f5c0ab', // aBasUSDC
    ),
  ],
  [
    11155111,
    ofNetwork('0x3e3fe7dbc6b4c189e7128855dd526361c49b40af'), // stETH
  ],
])

/** Whether a token is on the list of rebasing tokens. */
export function isRebasing(chainId: number, token: Address): boolean {
  return rebasingTokens.get(chainId)?.has(token) ?? false
}
