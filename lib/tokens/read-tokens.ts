import { encodeFunctionData } from 'viem'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { cleanTokenText } from './token'

/** Metadata read from a token contract. */
export type ReadToken = {
  /** Sanitised for display. */
  readonly name: string | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  /** Whether it returns a total supply, as every ERC-20 does. */
  readonly hasSupply: boolean
}

const selectors: readonly Hex[] = [
  '0x18160ddd', // totalSupply()
  '0x313ce567', // decimals()
  '0x95d89b41', // symbol()
  '0x06fdde03', // name()
]

/**
 * Reads token metadata from contracts, 750 per request; empty for an address without a contract. Names are ABI
 * strings, or bytes32 as of early tokens (MKR, SAI).
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readTokens(
  ctx: Context,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<ReadonlyMap<Address, ReadToken>> {
  const reads = addresses.flatMap((target) => selectors.map((callData) => ({ target, callData })))
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

/**
 * Reads accounts' token balances at a block from its contract, in atoms and input order; undefined where the call
 * fails. Only for tokens that the operator has chosen.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readBalances(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly token: Address
    readonly blockNumber: bigint
    readonly holders: readonly Address[]
  },
): Promise<readonly (bigint | undefined)[]> {
  const { chainId, token: target, blockNumber, holders } = input
  const reads = holders.map((holder) => ({
    target,
    callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
  }))
  const answers = await aggregateReads(ctx.chain(chainId), { blockNumber, reads })
  return answers.map((answer) => wordAt(answer, 0))
}

function decimalsOf(answer: Hex | undefined): number | undefined {
  const decimals = wordAt(answer, 0)
  return decimals === undefined || decimals > 255n ? undefined : Number(decimals)
}

/** Decodes an ABI string, possibly truncated, or zero-padded bytes32. */
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

/** Returns the word at byte `offset`; infinite when there is none. */
function numberAt(bytes: Buffer, offset: number): number {
  if (offset + 32 > bytes.length) return Number.POSITIVE_INFINITY
  const word = bytes.toString('hex', offset, offset + 32)
  return Number(BigInt(`0x${word}`))
}

function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes)
}
