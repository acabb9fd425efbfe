import type { Address } from './address'

/** Multicall3, at the same address on every network. A file of its own, so browsers need not load networks.ts. */
export const multicall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
