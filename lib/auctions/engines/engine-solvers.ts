import type { Auction } from '@/lib/auctions/model/auction'
import { type Solution, type Solver, solveDeadlineMs } from '@/lib/auctions/model/solution'
import { readAtMost } from '@/lib/chain/reads/read-at-most'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { withDeadline } from '@/lib/core/deadline'
import type { SolverEngine } from '@/lib/core/settings/solver-engines'
import { getTokens } from '@/lib/tokens/get-tokens'
import type { Token } from '@/lib/tokens/token'
import { findTokens } from '@/lib/tokens/token-store'
import { auctionTokens, describeAuction } from './engine-request'
import { parseAnswer, toSolution } from './engine-solution'

/** Milliseconds of the solver's time reserved for parsing and validating the answer. */
const reserveMs = 500
/** Maximum size of an answer in bytes, since engines are not trusted; a solution of 500 trades has about 200,000. */
const answerBytes = 2 * 1024 * 1024
/** Maximum number of solutions per engine, the first ones of its answer. */
const solutionsPerEngine = 3

/** Returns the configured solver engines as solvers. */
export function engineSolvers(ctx: Context): Solver[] {
  return ctx.config.solverEngines.map((engine) => ({
    name: engine.name,
    solve: (auction, { auctionId, timeMs = solveDeadlineMs(auction) } = {}) =>
      requestSolutions(ctx, engine, { auction, auctionId, answerMs: timeMs - reserveMs }),
  }))
}

/** Reads the metadata of the tokens in orders and pools; omits what the chain does not return. */
async function describeTokens(
  ctx: Context,
  auction: Auction,
): Promise<ReadonlyMap<Address, Token>> {
  const { chainId } = auction
  const addresses = auctionTokens(auction)
  return getTokens(ctx, { chainId, addresses }).catch(async () => {
    const stored = await findTokens(ctx.db, chainId, addresses)
    return new Map(stored.map((token) => [token.address, token]))
  })
}

type Question = {
  readonly auction: Auction
  readonly auctionId: bigint | undefined
  /** Milliseconds until the answer is due. */
  readonly answerMs: number
}

/**
 * Calls an engine by `POST …/solve` with limits on time and size, without following redirects. Drops and logs malformed
 * solutions.
 * @throws {Error} if it does not answer in time, or the answer is malformed.
 */
async function requestSolutions(
  ctx: Context,
  { name, url }: SolverEngine,
  { auction, auctionId, answerMs }: Question,
): Promise<Solution[]> {
  const { chainId } = auction
  const body = describeAuction({
    auction,
    auctionId,
    tokens: await describeTokens(ctx, auction),
    deadlineMs: ctx.now() + answerMs,
  })
  const text = await withDeadline({ ms: answerMs }, async (signal) => {
    const response = await ctx.fetch(`${url}/solve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return readAtMost(response, answerBytes)
  })
  if (text === undefined) throw new Error('the response is too large')
  const { solutions, faults } = parseAnswer(text)
  const taken = solutions.slice(0, solutionsPerEngine).map((one) => toSolution(auction, name, one))
  const refused = [...faults, ...taken.flatMap((one) => ('fault' in one ? [one.fault] : []))]
  if (refused.length > 0) ctx.log.info({ chainId, solver: name, refused }, 'solutions rejected')
  return taken.flatMap((one) => ('fault' in one ? [] : [one]))
}
