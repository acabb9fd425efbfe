import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { readUntrusted, type UntrustedRead } from '@/lib/chain/reads/untrusted-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { cleanTokenText } from './token'

/** What a contract says of itself as a token. */
export type ReadToken = {
  /** Cleaned for display. */
  readonly name: string | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  /** Whether it tells a supply, as every ERC-20 does. */
  readonly hasSupply: boolean
}

const selectors: readonly Hex[] = [
  '0x18160ddd', // totalSupply()
  '0x313ce567', // decimals()
  '0x95d89b41', // symbol()
  '0x06fdde03', // name()
]

/**
 * Asks contracts what token they are, a hundred of them in one request; an address without a contract says
 * nothing. Names are texts, or 32 bytes as of early tokens (MKR, SAI).
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readTokens(
  ctx: Context,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<ReadonlyMap<Address, ReadToken>> {
  const reads = addresses.flatMap((target) =>
    selectors.map((selector): UntrustedRead => ({ target, selector })),
  )
  const answers = await readUntrusted(ctx, { chainId, reads })
  return new Map(
    addresses.map((address, i) => {
      const [supply, decimals, symbol, name] = answers.slice(i * 4, i * 4 + 4)
      const token: ReadToken = {
        name: textOf(name),
        symbol: textOf(symbol),
        decimals: decimalsOf(decimals),
        hasSupply: wordAt(supply, 0) !== undefined,
      }
      return [address, token]
    }),
  )
}

function decimalsOf(answer: Hex | undefined): number | undefined {
  const decimals = wordAt(answer, 0)
  return decimals === undefined || decimals > 255n ? undefined : Number(decimals)
}

/** An ABI text, of which the end may be missing, or 32 bytes that are padded with zeros. */
function textOf(answer: Hex | undefined): string | undefined {
  if (answer === undefined) return undefined
  const bytes = Buffer.from(answer.slice(2), 'hex')
  if (bytes.length === 32) return cleanTokenText(decode(bytes.subarray(0, endOf(bytes))))
  const start = numberAt(bytes, 0)
  const length = numberAt(bytes, start)
  if (!Number.isFinite(length)) return undefined
  return cleanTokenText(decode(bytes.subarray(start + 32, start + 32 + length)))
}

function endOf(bytes: Buffer): number {
  const zero = bytes.indexOf(0)
  return zero < 0 ? bytes.length : zero
}

/** The word that begins at `offset`; infinite when there is none. */
function numberAt(bytes: Buffer, offset: number): number {
  if (offset + 32 > bytes.length) return Number.POSITIVE_INFINITY
  const word = bytes.toString('hex', offset, offset + 32)
  return Number(BigInt(`0x${word}`))
}

function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes)
}
