import { hexToString, type Hex as ViemHex } from 'viem'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { dependencyDown } from '@/lib/core/errors'
import { lookUpToken } from './look-up-token'
import { cleanTokenText, type Token } from './token'
import { saveToken } from './token-store'

/**
 * What is known of tokens: stored facts, else what their contracts say (which is then stored).
 *
 * The native token is described by its network. An address without an answering contract comes back
 * without decimals and is not stored, so that a contract deployed later is seen.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function getTokens(
  ctx: Context,
  input: { chainId: number; addresses: readonly Address[] },
): Promise<Map<Address, Token>> {
  const { chainId } = input
  const wanted = [...new Set(input.addresses)]
  const facts = await Promise.all(wanted.map((address) => lookUpToken(ctx, { chainId, address })))
  const known = facts.flatMap(({ token }) => token ?? [])
  const tokens = new Map(known.filter((t) => t.decimals !== undefined).map((t) => [t.address, t]))
  if (wanted.includes(nativeToken)) tokens.set(nativeToken, describeNative(ctx, chainId))
  const missing = wanted.filter((address) => !tokens.has(address))
  const read = await Promise.all(missing.map((address) => readToken(ctx, chainId, address)))
  for (const token of read) {
    const unsupported = known.find((k) => k.address === token.address)?.unsupported
    tokens.set(token.address, { ...token, unsupported })
    if (token.decimals !== undefined) await saveToken(ctx.db, token)
  }
  return tokens
}

function describeNative(ctx: Context, chainId: number): Token {
  const { network } = ctx.chain(chainId)
  return {
    chainId,
    address: nativeToken,
    name: network.nativeSymbol,
    symbol: network.nativeSymbol,
    decimals: 18,
    unsupported: undefined,
  }
}

async function readToken(ctx: Context, chainId: number, address: Address): Promise<Token> {
  const { client } = ctx.chain(chainId)
  const call = (functionName: 'name' | 'symbol' | 'decimals') =>
    ({ address, abi: erc20Abi, functionName }) as const
  const [decimals, symbol, name] = await client.multicall({
    contracts: [call('decimals'), call('symbol'), call('name')],
  })
  // An outage comes back as three failures too, and must not pass for a missing contract.
  if (decimals.status === 'failure') {
    await client.getCode({ address }).catch((cause) => {
      throw dependencyDown('the network', cause)
    })
  }
  return {
    chainId,
    address,
    name: textOf(name) ?? (await readBytes32(ctx, { chainId, address, functionName: 'name' })),
    symbol:
      textOf(symbol) ?? (await readBytes32(ctx, { chainId, address, functionName: 'symbol' })),
    decimals: decimals.status === 'success' ? Number(decimals.result) : undefined,
    unsupported: undefined,
  }
}

function textOf(result: { status: string; result?: unknown }): string | undefined {
  return typeof result.result === 'string' ? cleanTokenText(result.result) : undefined
}

/** Early tokens (MKR, SAI) return their name as bytes32. */
async function readBytes32(
  ctx: Context,
  input: { chainId: number; address: Address; functionName: 'name' | 'symbol' },
): Promise<string | undefined> {
  const abi = [
    {
      type: 'function',
      name: input.functionName,
      stateMutability: 'view',
      inputs: [],
      outputs: [{ type: 'bytes32' }],
    },
  ] as const
  const word = await ctx
    .chain(input.chainId)
    .client.readContract({ address: input.address, abi, functionName: input.functionName })
    .catch(() => undefined)
  return word === undefined ? undefined : cleanTokenText(hexToString(word as ViemHex))
}
