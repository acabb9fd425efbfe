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

/** Gas that a transfer of each token used, without that of a transaction; omits tokens that were not tried. */
export type TransferGas = ReadonlyMap<Address, bigint>

/**
 * Rejects tokens that cannot be traded: denied by the operator, without a contract, marked as unsupported, rebasing
 * (listed, or detected from transfers), with a fee on transfer, or whose transfers use more than `MAX_TRANSFER_GAS`.
 * Caches the result of the simulated transfer for an hour per token and process: a code hash would not show that the
 * code behind a proxy changed.
 *
 * @throws {ServiceError} UnsupportedToken naming the token; InternalServerError when the RPC is down.
 */
export async function checkTokens(ctx: Context, input: CheckedTokens): Promise<TransferGas> {
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
  const used = new Map<Address, bigint>()
  for (const token of tokens.values()) {
    const { address } = token
    if (address === nativeToken) continue
    const known = unfaithful.has(address) ? 'changing' : token.unsupported
    const { fault, gas } = known ? { fault: known } : await testTransfer(ctx, token, input)
    if (fault) throw unsupported(token, tokenFaults[fault])
    if (gas === undefined) continue
    checkTransferGas(ctx, token, gas)
    used.set(address, gas)
  }
  return used
}

function unsupported(token: Token, reason: string): ServiceError {
  return new ServiceError(
    'UnsupportedToken',
    `token ${symbolOf(token)} (${token.address}) is not supported: ${reason}`,
  )
}

function checkTransferGas({ config }: Context, token: Token, gas: bigint): void {
  const { maxTransferGas: max } = config
  if (gas > max) throw unsupported(token, `its transfers use ${gas} gas, at most ${max} is allowed`)
}

/** Lifetime of a test result, and maximum number of cached results; the oldest are evicted. */
const testCacheMs = 3_600_000
const maxCachedTests = 10_000
/** The fault of a token, if its transfers are not sound, and the gas of one. */
type TransferTest = { readonly fault?: TokenFault; readonly gas?: bigint }

const transferTests = defineCache<TransferTest>('tokens/transfer-tests', {
  forMs: testCacheMs,
  max: maxCachedTests,
})

async function testTransfer(
  ctx: Context,
  token: Token,
  { holderOf, seller }: CheckedTokens,
): Promise<TransferTest> {
  const { chainId, address } = token
  if (token.decimals === undefined) return { fault: 'noContract' }
  if (isRebasing(chainId, address)) return { fault: 'changing' }
  return transferTests(ctx, {
    key: `${chainId}/${address}`,
    load: async () => {
      const pool = await holderOf(address)
      const holder = pool ?? (seller?.token === address ? seller.account : undefined)
      const test = holder ? await tryHolder(ctx, token, holder) : notTried
      // Failures may be temporary, and untested tokens must be tested later: neither is cached.
      if (test === notTried || test.fault === 'failing') {
        throw new Uncached(pool && test !== notTried ? 'failing' : notTried)
      }
      if (test.fault) await saveUnsupported(ctx.db, token, test.fault)
      return test
    },
  }).catch((error) =>
    error instanceof Uncached && error.message === 'failing' ? { fault: 'failing' } : {},
  )
}

/** Carries a test result that must not be cached. */
class Uncached extends Error {}

const notTried = 'notTried'

async function tryHolder(
  ctx: Context,
  { chainId, address: token }: Token,
  holder: Address,
): Promise<TransferTest | typeof notTried> {
  const { baseTokens } = ctx.chain(chainId).network
  const isBase = baseTokens.includes(token)
  const [tried, sum] = await Promise.all([
    tryTransfer(ctx, { chainId, token, holder }),
    isBase
      ? undefined
      : withTimeLimit(sumsTimeoutMs, checkSums(ctx, { chainId, token, holder }), () => undefined),
  ])
  if (tried?.arrival === 'fails') return { fault: 'failing' }
  if (tried?.arrival === 'less') return { fault: 'fee' }
  if (sum === false) return { fault: 'changing' }
  return tried ? { gas: tried.gas } : notTried
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
