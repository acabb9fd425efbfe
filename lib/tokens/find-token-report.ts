import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { boundedCall } from '@/lib/chain/reads/bounded-request'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { getTokens } from './get-tokens'
import type { Token } from './token'
import { listListedTokens } from './token-store'

/** The data of a token's page, without market data. */
export type TokenReport = {
  readonly token: Token & { readonly decimals: number }
  /** Whether the token list contains it, so that the swap form offers it. */
  readonly isListed: boolean
  /**
   * The token that its prices are quoted in: the dollar token, or the wrapped native token for the dollar token itself.
   */
  readonly against: Pick<Token, 'address' | 'symbol'>
  /** Total supply in atoms; undefined when the contract does not answer. */
  readonly totalSupply: bigint | undefined
}

type TokenQuery = { readonly chainId: number; readonly token: Address }

const supplyAbi = parseAbi(['function totalSupply() view returns (uint256)'])
/** Gas limit of the read: some tokens call other contracts for it. */
const supplyGas = 500_000n

/**
 * Returns a token's report; undefined when no ERC-20 contract answers at its address.
 *
 * @throws {ServiceError} InternalServerError when the token is not stored and the network's RPC does not answer.
 */
export async function findTokenReport(
  ctx: Context,
  { chainId, token: address }: TokenQuery,
): Promise<TokenReport | undefined> {
  const { usdToken, wrappedNative } = getNetwork(chainId)
  const other = address === usdToken ? wrappedNative : usdToken
  const tokens = await getTokens(ctx, { chainId, addresses: [address, other] })
  const token = tokens.get(address)
  if (token?.decimals === undefined) return undefined
  const [totalSupply, listed] = await Promise.all([
    findTotalSupply(ctx, { chainId, token: address }),
    listListedTokens(ctx.db, [chainId]),
  ])
  return {
    token: { ...token, decimals: token.decimals },
    isListed: listed.some((each) => each.address === address),
    against: { address: other, symbol: tokens.get(other)?.symbol },
    totalSupply,
  }
}

/** Optional on the page, so failures are only logged. */
async function findTotalSupply(ctx: Context, query: TokenQuery): Promise<bigint | undefined> {
  const { chainId, token: to } = query
  const data = encodeFunctionData({ abi: supplyAbi })
  try {
    const answer = await boundedCall(ctx, { chainId, to, data, gas: supplyGas, answerBytes: 32 })
    return answer && decodeFunctionResult({ abi: supplyAbi, data: answer })
  } catch (error) {
    ctx.log.warn({ error, ...query }, 'token supply unavailable')
    return undefined
  }
}
