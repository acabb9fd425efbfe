import { checksumAddress } from 'viem'
import { type Address, parseAddress, zeroAddress } from '@/lib/core/address'

/** Why nothing can be sent to what was typed. */
export type RecipientProblem =
  | 'missing'
  /** Neither an address nor a name. */
  | 'malformed'
  /** Capital and small letters that are no checksum (ERC-55) of the address: a digit is wrong. */
  | 'checksum'
  | 'zero'
  /** A token contract: what it is sent is lost. */
  | 'token'
  /** The settlement contract or the vault relayer: what they are sent is lost. */
  | 'protocol'
  /** A name that nobody registered, or that leads nowhere. */
  | 'unknown-name'
  /** This network has no name service. */
  | 'no-names'
  /** The network did not answer. */
  | 'unreadable'

/** Who is to get what is bought, as typed. */
export type RecipientEntry =
  | { readonly kind: 'owner' }
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: RecipientProblem }

/** Addresses that the proceeds of an order must not go to. */
export type Refused = {
  readonly tokens: ReadonlySet<Address>
  readonly protocol: ReadonlySet<Address>
}

/** Reads who is to get what is bought; a text that is undefined stands for the owner. */
export function readRecipient(text: string | undefined, refused: Refused): RecipientEntry {
  if (text === undefined) return { kind: 'owner' }
  const typed = text.trim()
  if (typed === '') return { kind: 'problem', problem: 'missing' }
  const address = parseAddress(typed)
  if (!address) {
    const isName = /^[^\s./]+(?:\.[^\s./]+)+$/.test(typed)
    return isName ? { kind: 'name', name: typed } : { kind: 'problem', problem: 'malformed' }
  }
  return isChecksummed(typed) ? judgeAddress(address, refused) : problem('checksum')
}

/** Whether an address may be paid. */
export function judgeAddress(address: Address, { tokens, protocol }: Refused): RecipientEntry {
  if (address === zeroAddress) return problem('zero')
  if (protocol.has(address)) return problem('protocol')
  return tokens.has(address) ? problem('token') : { kind: 'address', address }
}

const problem = (name: RecipientProblem): RecipientEntry => ({ kind: 'problem', problem: name })

/** Letters of one case are no checksum, and none is missed. */
function isChecksummed(typed: string): boolean {
  const digits = typed.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return checksumAddress(typed.toLowerCase() as Address).slice(2) === digits
}
