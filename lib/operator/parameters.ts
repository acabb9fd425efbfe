import type { Config } from '@/lib/config'
import { type Address, parseAddress, zeroAddress } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { findNetwork, networks } from '@/lib/core/networks'
import type { Network } from '@/lib/core/networks/network'
import { daySeconds, isoDate, toUnixSeconds } from '@/lib/core/time'
import { UsageError } from './options'

/** @throws {UsageError} unless `text` is a 20-byte address other than the zero address. */
export function readAddress(text: string): Address {
  const address = parseAddress(text)
  if (address && address !== zeroAddress) return address
  throw new UsageError(`"${text}" is not an address: use 0x and 40 hexadecimal digits, not all 0.`)
}

/** @throws {UsageError} unless `text` is an order uid. */
export function readUid(text: string): Hex {
  const uid = parseHex(text, 56)
  if (uid) return uid
  throw new UsageError(`"${text}" is not an order uid: use 0x and 112 hexadecimal digits.`)
}

/** @throws {UsageError} unless `text` is the name or chain id of a supported network. */
export function readNetwork(text: string): Network {
  const network = findNetwork(text)
  if (network) return network
  const names = networks.map(({ name, chainId }) => `${name} (${chainId})`).join(', ')
  throw new UsageError(`"${text}" is not a network. Networks: ${names}.`)
}

/** @throws {UsageError} unless `text` is the name or chain id of a network with an RPC endpoint. */
export function readServedNetwork({ chainIds }: Pick<Config, 'chainIds'>, text: string): Network {
  const network = readNetwork(text)
  if (chainIds.includes(network.chainId)) return network
  throw new UsageError(`Set RPC_URL_${network.chainId} to a node of the network.`)
}

/** @throws {UsageError} unless `text` is an auction id. */
export function readAuctionId(text: string): bigint {
  if (/^[0-9]{1,18}$/.test(text)) return BigInt(text)
  throw new UsageError(`"${text}" is not an auction id: use a number.`)
}

/**
 * Parses the number of rows; default 50.
 * @throws {UsageError} unless it is an integer from 1 to 1000.
 */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return 50
  const limit = Number(text)
  if (/^[0-9]{1,4}$/.test(text) && limit >= 1 && limit <= 1000) return limit
  throw new UsageError(`--limit is "${text}"; it must be an integer from 1 to 1000.`)
}

/** @throws {UsageError} unless `text` is one line of 1 to `longest` characters. */
export function readLine(text: string | undefined, name: string, longest: number): string {
  const line = text?.trim() ?? ''
  if (/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(line) && [...line].length <= longest) return line
  throw new UsageError(`${name} is required: one line of 1 to ${longest} characters.`)
}

/** @throws {UsageError} unless there are exactly as many parameters as `names`. */
export function readParameters(
  parameters: readonly string[],
  names: readonly string[],
): readonly string[] {
  const missing = names[parameters.length]
  if (missing) throw new UsageError(`${missing} is missing.`)
  const surplus = parameters[names.length]
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is an unexpected argument.`)
  return parameters
}

/** A token given on a command line. */
export type NamedToken = { readonly network: Network; readonly address: Address }

/** @throws {UsageError} unless the parameters are a network and an address. */
export function readToken(parameters: readonly string[]): NamedToken {
  const [network = '', token = ''] = readParameters(parameters, ['<network>', '<token>'])
  return { network: readNetwork(network), address: readAddress(token) }
}

const maxDays = 366

/** @throws {UsageError} unless it is an integer from 1 to 366; default 7. */
export function readDays(text = '7'): number {
  const days = Number(text)
  if (/^[0-9]{1,3}$/.test(text) && days >= 1 && days <= maxDays) return days
  throw new UsageError(`--days is "${text}"; it must be an integer from 1 to ${maxDays}.`)
}

/** Returns the start of the first of the last `days` UTC days, today included. */
export function startOfDays(nowMs: number, days: number): Date {
  const today = Date.parse(isoDate(toUnixSeconds(nowMs)))
  return new Date(today - (days - 1) * daySeconds * 1_000)
}

/** @throws {UsageError} unless it is an integer from 1 to 9,999,999; undefined if it is not given. */
export function readBlocks(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined
  if (/^[1-9][0-9]{0,6}$/.test(text)) return BigInt(text)
  throw new UsageError(`--blocks is "${text}"; it must be an integer from 1 to 9999999.`)
}
