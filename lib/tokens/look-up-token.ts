import { type Context, defineLoader } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { readTokenFacts, type TokenFacts } from './token-store'

/** Returns the stored facts of a token; batches concurrent lookups into one query. */
export async function lookUpToken(
  ctx: Context,
  { chainId, address }: { readonly chainId: number; readonly address: Address },
): Promise<TokenFacts> {
  const facts = await lookUp(ctx, address, chainId)
  return facts ?? { token: undefined, denial: undefined, isUnfaithful: false }
}

const lookUp = defineLoader<Address, TokenFacts, number>(
  'tokens/look-up',
  ({ db }, addresses, chainId) => readTokenFacts(db, chainId, addresses),
)

/**
 * Returns the first denied token and the reason. The native token is denied with its wrapped one, since orders trade
 * the wrapped token.
 */
export async function findDenial(
  ctx: Context,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<{ readonly address: Address; readonly reason: string } | undefined> {
  const { wrappedNative } = getNetwork(chainId)
  const traded = addresses.includes(nativeToken) ? [...addresses, wrappedNative] : addresses
  const facts = await Promise.all(
    traded.map(async (address) => {
      const { denial: reason } = await lookUpToken(ctx, { chainId, address })
      return { address, reason }
    }),
  )
  for (const { address, reason } of facts) if (reason !== undefined) return { address, reason }
  return undefined
}
