import { setTimeout } from 'node:timers/promises'
import { type Context, contextCache } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { tokenFaults } from '@/lib/core/token-faults'
import { getTokens } from '@/lib/tokens/get-tokens'
import { addsUp } from '@/lib/tokens/holders/add-up-transfers'
import { findDenial, lookUpToken } from '@/lib/tokens/look-up-token'
import { symbolOf, type Token } from '@/lib/tokens/token'
import { saveUnsupported } from '@/lib/tokens/token-store'
import { isRebasing } from './rebasing-tokens'
import { tryTransfer } from './try-transfer'

/** An account that holds a token, whose transfer can be tried: any pool of it. */
export type HolderOf = (token: Address) => Address | undefined | Promise<Address | undefined>

/** Tokens of a network to check, and who has some of them. */
export type CheckedTokens = {
  readonly chainId: number
  readonly addresses: readonly Address[]
  readonly holderOf: HolderOf
  /** Who sells one of them; tried where no pool has it. That his own transfer fails tells nothing of the token. */
  readonly seller?: { readonly token: Address; readonly account: Address }
}

/**
 * Refuses tokens that cannot be traded: denied by the operator, without a contract, marked as unsupported,
 * changing balances by themselves (by list, or as their transfers tell), or delivering less than was sent (tried
 * once an hour per token and process, from an account that holds it, in a simulation).
 *
 * @throws {ServiceError} UnsupportedToken naming the token; InternalServerError when the RPC is down.
 */
export async function checkTokens(ctx: Context, input: CheckedTokens): Promise<void> {
  // Asked at the same time, all of it is one question to the database.
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
    const reason = unfaithful.has(token.address)
      ? changing
      : (token.unsupported ?? (await findFault(ctx, token, input)))
    if (!reason) continue
    throw new ServiceError(
      'UnsupportedToken',
      `token ${symbolOf(token)} (${token.address}) is not supported: ${reason}`,
    )
  }
}

async function findFault(
  ctx: Context,
  token: Token,
  { holderOf, seller }: CheckedTokens,
): Promise<string | undefined> {
  const { chainId, address } = token
  if (token.decimals === undefined) return tokenFaults.noContract
  if (isRebasing(chainId, address)) return changing
  return contextCache(ctx, 'tokens:trials', {
    key: `${chainId}/${address}`,
    forMs: trialMs,
    max: maxTrials,
    load: async () => {
      const pool = await holderOf(address)
      const holder = pool ?? (seller?.token === address ? seller.account : undefined)
      const found = holder ? await tryHolder(ctx, token, holder) : notTried
      const fault = found === failing && !pool ? notTried : found
      // Who fails may be let go again, and who was not tried is to be: neither is remembered.
      if (fault === failing || fault === notTried) throw new Untold(fault)
      if (fault) await saveUnsupported(ctx.db, token, fault)
      return fault
    },
  }).catch((error) => (error instanceof Untold && error.message === failing ? failing : undefined))
}

/** What is not to be remembered of a trial. */
class Untold extends Error {}

const notTried = 'not tried'

async function tryHolder(
  ctx: Context,
  { chainId, address: token }: Token,
  holder: Address,
): Promise<string | undefined> {
  const { baseTokens } = ctx.chain(chainId).network
  const isBase = baseTokens.includes(token)
  const [arrives, sum] = await Promise.all([
    tryTransfer(ctx, { chainId, token, holder }),
    isBase ? undefined : soon(checkSums(ctx, { chainId, token, holder })),
  ])
  if (arrives === 'fails') return failing
  if (arrives === 'less') return tokenFaults.fee
  if (sum === false) return changing
  return arrives === 'all' ? undefined : notTried
}

/** Whether transfers add up; that they do not is kept, also where nobody waits for it any more. */
async function checkSums(
  ctx: Context,
  sample: { readonly chainId: number; readonly token: Address; readonly holder: Address },
): Promise<boolean | undefined> {
  const sum = await addsUp(ctx, sample).catch(() => undefined)
  const { chainId, token: address } = sample
  if (sum === false) await saveUnsupported(ctx.db, { chainId, address }, changing).catch(() => {})
  return sum
}

async function soon<T>(answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer, setTimeout(sumsMs, undefined, { ref: false })])
}

/**
 * The tokens whose transfers were seen not to add up to their balances, as far as transfers are indexed. Without a base
 * token nothing trades, so it is for the operator to deny one.
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

const { changing, failing } = tokenFaults

/** How long a check waits for sums of transfers; who asks later is told. */
const sumsMs = 1_000

/** How long a token counts as tried, and how many are remembered, the newest. */
const trialMs = 3_600_000
const maxTrials = 10_000
