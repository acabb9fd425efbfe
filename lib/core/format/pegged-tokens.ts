import type { Address } from '@/lib/core/address'
import { dollarTokens } from '@/lib/core/networks/dollar-tokens'

/**
 * The dollar tokens of all networks; the addresses of one network are no other tokens on another. The native token is not
 * among them, although it is worth a dollar on one network: it also pays for gas, of which a cent is much.
 */
const peggedTokens: ReadonlySet<Address> = new Set(Object.values(dollarTokens).flat())

/** Returns whether a token follows the dollar, so that people count it in cents. */
export const isPegged = (token: Address): boolean => peggedTokens.has(token)
