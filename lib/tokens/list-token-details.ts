import { type Context, defineLoader } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { lookUpToken } from './look-up-token'
import { type ReadToken, readTokens } from './read-tokens'
import { nativeDetails, type Token } from './token'
import { saveToken } from './token-store'

/** A token's own metadata, sanitised for display. */
export type TokenDetails = Pick<Token, 'address' | 'name' | 'symbol' | 'decimals'>

/**
 * Lists the details of tokens in the requested sequence, with repeats. Omits addresses that are not tokens. The network
 * describes the native token; details come from the store or else from the contract.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function listTokenDetails(
  ctx: Context,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<readonly TokenDetails[]> {
  const known = new Map<Address, TokenDetails | undefined>()
  const requested = [...new Set(addresses)]
  const found = await Promise.all(
    requested.map((address) => findDetails(ctx, { chainId, address })),
  )
  for (const [i, address] of requested.entries()) known.set(address, found[i])
  return addresses.flatMap((address) => known.get(address) ?? [])
}

type Question = { readonly chainId: number; readonly address: Address }

const readTogether = defineLoader<Address, ReadToken, number>(
  'tokens/read',
  (ctx, addresses, chainId) => readTokens(ctx, { chainId, addresses }),
  { size: 100 },
)

async function findDetails(ctx: Context, question: Question): Promise<TokenDetails | undefined> {
  const { chainId, address } = question
  if (address === nativeToken) return { address, ...nativeDetails(ctx.chain(chainId).network) }
  const { token } = await lookUpToken(ctx, question)
  if (token?.decimals !== undefined) return token
  const details = await readTogether(ctx, address, chainId)
  if (!details?.hasSupply) return undefined
  const { name, symbol, decimals } = details
  if (decimals !== undefined) {
    await saveToken(ctx.db, { ...question, name, symbol, decimals, unsupported: undefined })
  }
  return { address, name, symbol, decimals }
}
