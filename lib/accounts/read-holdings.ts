import { encodeFunctionData, parseAbi } from 'viem'
import { erc20Abi } from '@/lib/chain/contract-abis'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { boundedAggregate, type ReadOutcome, wordAt } from '@/lib/chain/reads/aggregate-reads'
import { type Context, defineSlot } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { setBounded } from '@/lib/core/bounded-map'
import { createBudget } from '@/lib/core/budget'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/multicall3'
import { type Holding, type Holdings, unknownHolding } from './holding'

/** A query for an account's holdings of some tokens at one block. */
export type HoldingsQuery = {
  readonly chainId: number
  readonly account: Address
  readonly tokens: readonly Address[]
  readonly blockHash: Hex
}

/** Tokens per call; each costs two reads. */
const tokensPerCall = 100
const gasPerToken = 400_000n
/** Nodes reject a call with more gas than a block. */
const maxGas = 12_000_000n
/** At or below this number, tokens that failed together are queried one by one. */
const maxSingleTokens = 3
/** Call budget per process for isolating failing tokens; a request in which every token fails takes 160. */
const isolationBudget = { burst: 320, perSecond: 20 }

const balanceAbi = parseAbi(['function getEthBalance(address account) view returns (uint256)'])

/**
 * Reads an account's balances and vault relayer allowances at one block, usually in one call. A token that fails or
 * breaks a shared call is queried alone, at most once a minute; values it does not report are undefined.
 *
 * @throws {ServiceError} RateLimited when too many such tokens are requested; InternalServerError when the network's
 * RPC does not answer.
 */
export async function readHoldings(ctx: Context, query: HoldingsQuery): Promise<Holdings> {
  const { chainId, tokens } = query
  const holdings = new Map<Address, Holding>(tokens.map((token) => [token, unknownHolding]))
  const isSilent = (token: Address) => {
    const fault = findFault(ctx, chainId, token)
    return fault === 'silent' || fault === 'no-code'
  }
  const asked = tokens.filter((token) => !isSilent(token))
  for (let start = 0; start < asked.length; start += tokensPerCall) {
    const part = asked.slice(start, start + tokensPerCall)
    await readBatch(ctx, { ...query, tokens: part }, holdings)
  }
  return holdings
}

async function readBatch(
  ctx: Context,
  query: HoldingsQuery,
  holdings: Map<Address, Holding>,
): Promise<void> {
  const { tokens, chainId, blockHash } = query
  const [token] = tokens
  if (!token) return
  const requiredGas = gasPerToken * BigInt(tokens.length)
  const gas = requiredGas < maxGas ? requiredGas : maxGas
  const reads = tokens.map((each) => readsOf(ctx, query, each))
  const outcomes = await boundedAggregate(ctx, { chainId, blockHash, reads: reads.flat(), gas })
  const answers = outcomes && group(outcomes, reads)
  if (tokens.length === 1)
    return recordSingle(ctx, { chainId, token, answer: answers?.[0] }, holdings)
  // A call may have failed because an earlier one used up the gas.
  const isGood = (answer: Answer | undefined) => answer?.every(({ success }) => success) ?? false
  const failed = tokens.filter((_, index) => !isGood(answers?.[index]))
  for (const [index, each] of tokens.entries()) {
    const answer = answers?.[index]
    if (answer && isGood(answer)) holdings.set(each, toHolding(answer))
  }
  await bisect(ctx, { ...query, tokens: failed }, holdings)
}

/**
 * Returns the addresses among `tokens` that have no code and so are not tokens; each is checked at most once a minute.
 *
 * @throws {ServiceError} as {@link readHoldings}.
 */
export async function listCodeless(
  ctx: Context,
  { chainId, tokens, blockHash }: Omit<HoldingsQuery, 'account'>,
): Promise<Address[]> {
  const { network, client } = ctx.chain(chainId)
  const unknown = tokens.filter((token) => findFault(ctx, chainId, token) === undefined)
  for (const _ of unknown) takeIsolationCall(ctx, chainId)
  await Promise.all(
    unknown.map(async (token) => {
      const code = await client.getCode({ address: token, blockHash }).catch((cause) => {
        throw dependencyDown(network.title, cause)
      })
      recordFault(ctx, chainId, { token, fault: code ? 'silent' : 'no-code' })
    }),
  )
  return tokens.filter((token) => findFault(ctx, chainId, token) === 'no-code')
}

/** Bisects, so that one token that breaks a shared call costs few calls. */
async function bisect(
  ctx: Context,
  query: HoldingsQuery,
  holdings: Map<Address, Holding>,
): Promise<void> {
  const { tokens, chainId } = query
  const size = tokens.length > maxSingleTokens ? Math.ceil(tokens.length / 2) : 1
  for (let start = 0; start < tokens.length; start += size) {
    takeIsolationCall(ctx, chainId)
    const part = tokens.slice(start, start + size)
    await readBatch(ctx, { ...query, tokens: part }, holdings)
  }
}

const isolationBudgets = defineSlot('accounts/isolation-budget', (_, _chainId: number) =>
  createBudget(isolationBudget),
)

function takeIsolationCall(ctx: Context, chainId: number): void {
  if (isolationBudgets(ctx, chainId).take(ctx.now())) return
  throw new ServiceError(
    'RateLimited',
    'too many tokens that do not answer are asked for at once; try again in a second, or leave them out',
    { retryAfterSeconds: 1 },
  )
}

type Answer = readonly ReadOutcome[]

function recordSingle(
  ctx: Context,
  { chainId, token, answer }: { chainId: number; token: Address; answer: Answer | undefined },
  holdings: Map<Address, Holding>,
): void {
  const [balance, allowance] = answer ?? []
  if (!balance?.success) {
    recordFault(ctx, chainId, { token, fault: 'silent' })
    return
  }
  if (allowance?.success === false) recordFault(ctx, chainId, { token, fault: 'no-allowance' })
  holdings.set(token, toHolding([balance, ...(allowance ? [allowance] : [])]))
}

/** The calls for a token: its balance, and its allowance where it has one. */
function readsOf(
  ctx: Context,
  { chainId, account }: HoldingsQuery,
  token: Address,
): readonly Read[] {
  if (token === nativeToken) {
    const native = { abi: balanceAbi, functionName: 'getEthBalance', args: [account] } as const
    return [{ target: multicall3, callData: encodeFunctionData(native) }]
  }
  const balanceOf = { abi: erc20Abi, functionName: 'balanceOf', args: [account] } as const
  const balance = { target: token, callData: encodeFunctionData(balanceOf) }
  if (findFault(ctx, chainId, token) === 'no-allowance') return [balance]
  const args = [account, ctx.config.vaultRelayerContract] as const
  const allowance = { abi: erc20Abi, functionName: 'allowance', args } as const
  return [balance, { target: token, callData: encodeFunctionData(allowance) }]
}

function group(outcomes: Answer, reads: readonly (readonly Read[])[]): readonly Answer[] {
  let next = 0
  return reads.map(({ length }) => {
    next += length
    return outcomes.slice(next - length, next)
  })
}

function toHolding([balance, allowance]: Answer): Holding {
  return { balance: wordOf(balance), allowance: wordOf(allowance) }
}

function wordOf(outcome: ReadOutcome | undefined): bigint | undefined {
  return outcome?.success ? wordAt(outcome.data, 0) : undefined
}

/** What a token turned out to lack when queried alone: code, any answer, or allowances. */
type TokenFault = 'no-code' | 'silent' | 'no-allowance'

/** Milliseconds for which a fault is cached. */
const rememberedMs = 60_000
const maxRemembered = 10_000

type Faults = Map<Address, { readonly fault: TokenFault; readonly until: number }>

/** Returns the fault found for a token in the last minute. */
function findFault(ctx: Context, chainId: number, token: Address): TokenFault | undefined {
  const found = faultsOf(ctx, chainId).get(token)
  return found && found.until > ctx.now() ? found.fault : undefined
}

/**
 * Caches a token's fault: querying it together with others breaks the shared call, and querying it alone each time
 * would cost one call per such token.
 */
function recordFault(
  ctx: Context,
  chainId: number,
  { token, fault }: { readonly token: Address; readonly fault: TokenFault },
): void {
  const value = { fault, until: ctx.now() + rememberedMs }
  setBounded(faultsOf(ctx, chainId), { key: token, value, max: maxRemembered })
}

const faultsOf = defineSlot('accounts/faults', (_, _chainId: number): Faults => new Map())
