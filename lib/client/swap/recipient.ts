import { checksumAddress } from 'viem'
import type { NameProblem } from '@/lib/client/wallet/find-name'
import { type Address, parseAddress, zeroAddress } from '@/lib/core/address'

/** Why a typed recipient is invalid. */
export type RecipientProblem =
  | 'missing'
  /** Neither an address nor a name. */
  | 'malformed'
  /** A checksum error (ERC-55): a digit is wrong. */
  | 'checksum'
  | 'zero'
  /** A token contract: tokens sent there are lost. */
  | 'token'
  /** The settlement contract or the vault relayer: tokens sent there are lost. */
  | 'protocol'
  | NameProblem
  /** The network did not answer. */
  | 'unreadable'

/** The typed recipient. */
export type RecipientEntry =
  | { readonly kind: 'owner' }
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: RecipientProblem }

/** Addresses that must not receive an order's proceeds. */
export type ForbiddenRecipients = {
  readonly tokens: ReadonlySet<Address>
  readonly protocol: ReadonlySet<Address>
}

/** Parses the recipient; an undefined text stands for the owner. */
export function readRecipient(
  text: string | undefined,
  refused: ForbiddenRecipients,
): RecipientEntry {
  if (text === undefined) return { kind: 'owner' }
  const typed = text.trim()
  if (typed === '') return { kind: 'problem', problem: 'missing' }
  const address = parseAddress(typed)
  if (!address) {
    const isName = /^[^\s./]+(?:\.[^\s./]+)+$/.test(typed)
    return isName ? { kind: 'name', name: typed } : { kind: 'problem', problem: 'malformed' }
  }
  return isChecksummed(typed) ? checkRecipient(address, refused) : problem('checksum')
}

/** Returns whether an address may be paid. */
export function checkRecipient(
  address: Address,
  { tokens, protocol }: ForbiddenRecipients,
): RecipientEntry {
  if (address === zeroAddress) return problem('zero')
  if (protocol.has(address)) return problem('protocol')
  return tokens.has(address) ? problem('token') : { kind: 'address', address }
}

const problem = (name: RecipientProblem): RecipientEntry => ({ kind: 'problem', problem: name })

/** An address in one case has no checksum, and needs none. */
function isChecksummed(typed: string): boolean {
  const digits = typed.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return checksumAddress(typed.toLowerCase() as Address).slice(2) === digits
}

/** Why a name that was typed as the recipient must not be paid any more. */
export class RecipientError extends Error {
  override readonly name = 'RecipientError'
  readonly reason: 'changed' | 'unreadable'

  constructor(reason: RecipientError['reason']) {
    super(`the recipient's name is ${reason}`)
    this.reason = reason
  }
}
