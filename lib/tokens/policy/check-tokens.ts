import { type Context, defineCache } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { isRebasing } from '@/lib/core/assets'
import { withTimeLimit } from '@/lib/core/deadline'
import { ServiceError } from '@/lib/core/errors'
import { type TokenFault, tokenFaults } from '@/lib/core/token-faults'
import { getTokens } from '@/lib/tokens/get-tokens'
import { addsUp } from '@/lib/tokens/holders/add-up-transfers'
import { findDenial, lookUpToken } from '@/lib/tokens/look-up-token'
import { symbolOf, type Token } from '@/lib/tokens/token'
import { saveUnsupported } from '@/lib/tokens/token-store'
import { tryTransfer } from './transfer-simulation'

/** Returns an account that holds a token, to simulate a transfer from: any pool of the token. */
export type HolderOf = (token: Address) => Address | undefined | Promise<Address | undefined>

/** Tokens of a network to check, and accounts that hold them. */
export type CheckedTokens = {
  readonly chainId: number
  readonly addresses: readonly Address[]
  readonly holderOf: HolderOf
  /** The seller of one of them, used where no pool has the token. A failing transfer of the seller proves nothing. */
  readonly seller?: { readonly token: Address; readonly account: Address }
}

/**
 * Rejects tokens that cannot be traded: denied by the operator, without a contract, marked as unsupported, rebasing
 * (listed, or detected from transfers), or with a fee on transfer. Caches the result of the simulated transfer for an
 * hour per token and process.
 *
 * @throws {ServiceError} UnsupportedToken naming the token; InternalServerError when the RPC is down.
 */
export async function checkTokens(ctx: Context, input: CheckedTokens): Promise<void> {
  // Run concurrently, so that they share one database query.
  const [denied, tokens, unfaithful] = await Promise.all([
    findDenial(ctx, input),
    getTokens(ctx, input),
    findUnfaithful(ctx, input),
  ])
  if (denied) {
    throw new ServiceError(
      'UnsupportedToken',
      `token ${denied.address} is not supported: the operator does not serve it (${denied.reason})`,
    )
  }
  for (const token of tokens.values()) {
    if (token.address === nativeToken) continue
    const fault = unfaithful.has(token.address)
      ? 'changing'
      : (token.unsupported ?? (await findFault(ctx, token, input)))
    if (!fault) continue
    throw new ServiceError(
      'UnsupportedToken',
      `token ${symbolOf(token)} (${token.address}) is not supported: ${tokenFaults[fault]}`,
    )
  }
}

/** Lifetime of a test result, and maximum number of cached results; the oldest are evicted. */
const testCacheMs = 3_600_000
const maxCachedTests = 10_000
/** The fault of a token, or undefined where its transfers are sound. */
const transferTests = defineCache<TokenFault | undefined>('tokens/transfer-tests', {
  forMs: testCacheMs,
  max: maxCachedTests,
})

async function findFault(
  ctx: Context,
  token: Token,
  { holderOf, seller }: CheckedTokens,
): Promise<TokenFault | undefined> {
  const { chainId, address } = token
  if (token.decimals === undefined) return 'noContract'
  if (isRebasing(chainId, address)) return 'changing'
  return transferTests(ctx, {
    key: `${chainId}/${address}`,
    load: async () => {
      const pool = await holderOf(address)
      const holder = pool ?? (seller?.token === address ? seller.account : undefined)
      const found = holder ? await tryHolder(ctx, token, holder) : notTried
      const fault = found === 'failing' && !pool ? notTried : found
      // Failures may be temporary, and untested tokens must be tested later: neither is cached.
      if (fault === 'failing' || fault === notTried) throw new Uncached(fault)
      if (fault) await saveUnsupported(ctx.db, token, fault)
      return fault
    },
  }).catch((error) =>
    error instanceof Uncached && error.message === 'failing' ? 'failing' : undefined,
  )
}

/** Carries a test result that must not be cached. */
class Uncached extends Error {}

const notTried = 'notTried'

async function tryHolder(
  ctx: Context,
  { chainId, address: token }: Token,
  holder: Address,
): Promise<TokenFault | typeof notTried | undefined> {
  const { baseTokens } = ctx.chain(chainId).network
  const isBase = baseTokens.includes(token)
  const [arrival, sum] = await Promise.all([
    tryTransfer(ctx, { chainId, token, holder }),
    isBase
      ? undefined
      : withTimeLimit(sumsTimeoutMs, checkSums(ctx, { chainId, token, holder }), () => undefined),
  ])
  if (arrival === 'fails') return 'failing'
  if (arrival === 'less') return 'fee'
  if (sum === false) return 'changing'
  return arrival === 'all' ? undefined : notTried
}

/** Whether transfers add up to balances. Saves a negative result even after the caller has stopped waiting. */
async function checkSums(
  ctx: Context,
  sample: { readonly chainId: number; readonly token: Address; readonly holder: Address },
): Promise<boolean | undefined> {
  const sum = await addsUp(ctx, sample).catch(() => undefined)
  const { chainId, token: address } = sample
  if (sum === false) await saveUnsupported(ctx.db, { chainId, address }, 'changing').catch(() => {})
  return sum
}

/**
 * Returns the tokens whose indexed transfers do not add up to their balances. Exempts base tokens, which all routes
 * depend on: only the operator can deny those.
 */
async function findUnfaithful(
  ctx: Context,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<ReadonlySet<Address>> {
  const { baseTokens } = ctx.chain(chainId).network
  const others = addresses.filter((address) => !baseTokens.includes(address))
  const facts = await Promise.all(
    others.map(async (address) => ({ address, ...(await lookUpToken(ctx, { chainId, address })) })),
  )
  return new Set(facts.filter(({ isUnfaithful }) => isUnfaithful).map(({ address }) => address))
}

/** Milliseconds that a check waits for the sums of transfers; a later check sees the result. */
const sumsTimeoutMs = 1_000
