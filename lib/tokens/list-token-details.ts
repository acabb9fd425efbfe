import { type Context, contextLoader } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { lookUpToken } from './look-up-token'
import { type ReadToken, readTokens } from './read-tokens'
import { nativeDetails, type Token } from './token'
import { saveToken } from './token-store'

/** What a token says of itself, cleaned for display. */
export type TokenDetails = Pick<Token, 'address' | 'name' | 'symbol' | 'decimals'>

/**
 * The details of tokens, in the sequence asked for and as often; what is no token is left out. The native token
 * is described by its network, stored tokens by what was read of them, others by their contracts.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function listTokenDetails(
  ctx: Context,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<readonly TokenDetails[]> {
  const known = new Map<Address, TokenDetails | undefined>()
  const wanted = [...new Set(addresses)]
  const found = await Promise.all(wanted.map((address) => findDetails(ctx, { chainId, address })))
  for (const [i, address] of wanted.entries()) known.set(address, found[i])
  return addresses.flatMap((address) => known.get(address) ?? [])
}

type Question = { readonly chainId: number; readonly address: Address }

async function findDetails(ctx: Context, question: Question): Promise<TokenDetails | undefined> {
  const { chainId, address } = question
  if (address === nativeToken) return { address, ...nativeDetails(ctx.chain(chainId).network) }
  const { token } = await lookUpToken(ctx, question)
  if (token?.decimals !== undefined) return token
  const read = contextLoader<Address, ReadToken>(ctx, `tokens:read:${chainId}`, {
    load: (addresses) => readTokens(ctx, { chainId, addresses }),
    size: 100,
  })
  const details = await read(address)
  if (!details?.hasSupply) return undefined
  const { name, symbol, decimals } = details
  if (decimals !== undefined) {
    await saveToken(ctx.db, { ...question, name, symbol, decimals, unsupported: undefined })
  }
  return { address, name, symbol, decimals }
}
