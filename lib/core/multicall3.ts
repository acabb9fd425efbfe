import type { Address } from './address'

/** Multicall3, the same address on every network. Apart from the networks, all of which a browser need not load. */
export const multicall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
