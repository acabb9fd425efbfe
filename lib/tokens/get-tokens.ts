import { findNetworkWith } from '@/lib/chain/find-network-with'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { lookUpToken } from './look-up-token'
import { readTokens } from './read-tokens'
import { nativeDetails, type Token } from './token'
import { findTokens, saveToken } from './token-store'

/**
 * Returns stored tokens; reads the others from their contracts and stores them.
 *
 * The network describes the native token. An address whose contract does not answer has no decimals and is not stored,
 * so that a contract deployed later is found.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function getTokens(
  ctx: Context,
  input: { chainId: number; addresses: readonly Address[] },
): Promise<Map<Address, Token>> {
  const { chainId } = input
  const requested = [...new Set(input.addresses)]
  const facts = await Promise.all(
    requested.map((address) => lookUpToken(ctx, { chainId, address })),
  )
  const known = facts.flatMap(({ token }) => token ?? [])
  const tokens = new Map(known.filter((t) => t.decimals !== undefined).map((t) => [t.address, t]))
  if (requested.includes(nativeToken)) tokens.set(nativeToken, describeNative(ctx, chainId))
  const missing = requested.filter((address) => !tokens.has(address))
  if (missing.length === 0) return tokens
  for (const [address, read] of await readTokens(ctx, { chainId, addresses: missing })) {
    const { name, symbol, decimals } = read
    const unsupported = known.find((k) => k.address === address)?.unsupported
    const token: Token = { chainId, address, name, symbol, decimals, unsupported }
    tokens.set(address, token)
    if (decimals !== undefined) await saveToken(ctx.db, token)
  }
  return tokens
}

function describeNative(ctx: Context, chainId: number): Token {
  const details = nativeDetails(ctx.chain(chainId).network)
  return { chainId, address: nativeToken, ...details, unsupported: undefined }
}

/** Returns the network that has a token, by {@link findNetworkWith}; undefined if none has it. */
export function findTokenNetwork(ctx: Context, address: Address): Promise<number | undefined> {
  return findNetworkWith(ctx, async (chainId) => {
    const tokens = await getTokens(ctx, { chainId, addresses: [address] })
    return tokens.get(address)?.decimals !== undefined
  })
}

/** Returns tokens for displaying amounts; falls back to stored ones when the network does not answer. */
export async function nameTokens(
  ctx: Context,
  input: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<Map<Address, Token>> {
  const { chainId, addresses } = input
  try {
    return await getTokens(ctx, input)
  } catch (error) {
    ctx.log.warn({ error, chainId }, 'token lookup failed, using stored tokens')
    const tokens = await findTokens(ctx.db, chainId, addresses)
    return new Map(tokens.map((token) => [token.address, token]))
  }
}
