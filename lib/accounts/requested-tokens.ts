import { isAddress } from 'viem'
import { type Address, parseAddress } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'

/** Maximum tokens of one balance request. */
export const maxRequestedTokens = 100

/**
 * Parses a comma-separated list of tokens, each once; 0xeeee… is the native token. An address in mixed case must have a
 * valid checksum.
 *
 * @throws {ServiceError} BadRequest when there is none, more than {@link maxRequestedTokens}, or a malformed address.
 */
export function parseRequestedTokens(text: string | undefined): readonly Address[] {
  const parts = (text ?? '').split(',').map((part) => part.trim())
  const tokens = new Set(parts.filter((part) => part !== '').map(parseToken))
  if (tokens.size === 0) throw malformed('At least one token address is required')
  if (tokens.size > maxRequestedTokens) {
    throw malformed(`At most ${maxRequestedTokens} token addresses can be asked for at once`)
  }
  return [...tokens]
}

function parseToken(text: string): Address {
  const token = parseAddress(text)
  if (token && hasGoodChecksum(text)) return token
  throw malformed(`Invalid Ethereum address: ${text.slice(0, 50)}`)
}

/** ERC-55: mixed case is a checksum. */
function hasGoodChecksum(text: string): boolean {
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return !isMixed || isAddress(text)
}

function malformed(description: string): ServiceError {
  return new ServiceError('BadRequest', description)
}
