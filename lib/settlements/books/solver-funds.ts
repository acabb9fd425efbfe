import { formatEther } from 'viem'
import { type Context, defineSlot } from '@/lib/context'
import { dependencyDown } from '@/lib/core/errors'
import { toNative } from '@/lib/metrics/metrics'
import { isShadow } from '@/lib/settlements/submission/shadow'
import { solverAddress } from '@/lib/settlements/submission/solver-account'
import { saveFundsProblem } from './solver-account-store'

/** Whether the solver can pay: `low` for fewer than three transactions at their maximum cost, `none` for less than one. */
type Level = 'enough' | 'low' | 'none'

type Funds = {
  /** Undefined before the first read. */
  level: Level | undefined
  /** Unix milliseconds from which the balance is read again. */
  dueMs: number
}

/** Milliseconds between reads of a sufficient balance: our own transactions change it. */
const recheckMs = 30_000

/**
 * Milliseconds without auctions after a rejected submission, because the node assumes less than the balance that was
 * read.
 */
const refusedMs = 60_000

const fundsOf = defineSlot('settlements/solver-funds', (_, _chainId: number): Funds => {
  return { level: undefined, dueMs: 0 }
})

/**
 * Returns whether the solver's balance pays for at least one transaction at `MAX_TX_COST_NATIVE`. Below three, and
 * without funds, it raises an alarm once.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function hasFunds(ctx: Context, chainId: number): Promise<boolean> {
  const funds = fundsOf(ctx, chainId)
  if (ctx.now() < funds.dueMs) return funds.level !== 'none'
  const { client, network } = ctx.chain(chainId)
  const address = solverAddress(ctx, chainId)
  const balance = await client.getBalance({ address }).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  ctx.metrics.solverBalance.set({ chain: chainId }, toNative(balance))
  const maxCost = ctx.config.maxTransactionCost.get(chainId) ?? 0n
  const level: Level = balance < maxCost ? 'none' : balance < 3n * maxCost ? 'low' : 'enough'
  // Without funds the next round reads again: a transfer ends the pause.
  funds.dueMs = level === 'none' ? 0 : ctx.now() + recheckMs
  if (level === funds.level) return level !== 'none'
  funds.level = level
  const [held, cost] = [formatEther(balance), formatEther(maxCost)]
  const account = `${address} holds ${held} ${network.nativeSymbol}`
  const problem = {
    enough: undefined,
    low: `${account}, less than three times MAX_TX_COST_NATIVE (${cost})`,
    none: `${account}, less than MAX_TX_COST_NATIVE (${cost}): ${isShadow(ctx, chainId) ? 'it could send nothing' : 'no auctions are held'}`,
  }[level]
  await saveFundsProblem(ctx.db, { chainId, address, fundsProblem: problem })
  if (problem) ctx.log.error({ chainId, problem }, 'solver needs native tokens')
  else ctx.log.info({ chainId, address }, 'solver has native tokens enough')
  return level !== 'none'
}

/** How nodes report insufficient funds. */
const insufficientFunds =
  /insufficient (?:funds|balance)|upfront cost|not enough (?:funds|balance)/i

/**
 * Raises an alarm if a node rejected a submission for insufficient funds, and starts no auction for a minute: each
 * would fail in the same way.
 */
export async function noteRefusal(ctx: Context, chainId: number, refusal: string): Promise<void> {
  if (!insufficientFunds.test(refusal)) return
  const funds = fundsOf(ctx, chainId)
  funds.level = 'none'
  funds.dueMs = ctx.now() + refusedMs
  const address = solverAddress(ctx, chainId)
  const problem = `a node refused a transaction of ${address}: ${refusal.slice(0, 200)}`
  await saveFundsProblem(ctx.db, { chainId, address, fundsProblem: problem })
  ctx.log.error({ chainId, problem }, 'solver needs native tokens')
}
