import { type ContractFunctionParameters, erc20Abi } from 'viem'
import type { Address } from '@/lib/core/address'
import { maxAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { until } from '@/lib/testing/until'
import type { RehearsalStage } from './stage'
import type { Traders } from './traders'

/** Balances on the chain, in atoms, by `<account> <token>`. */
export type Balances = ReadonlyMap<string, bigint>

/** What the service's books state about a rehearsal, in wei at the prices of the auctions, and how the chain differs. */
export type Books = {
  readonly spent: bigint
  readonly kept: bigint
  readonly owed: bigint
  /** Cost of the dearest transaction. */
  readonly dearest: bigint
  readonly reverts: number
  /** Settlements that were withdrawn before they were mined. */
  readonly withdrawn: number
  /** Differences between books and chain; none if they agree to the atom. */
  readonly differences: readonly string[]
}

/** Reads the balances of traders and settlement contract. */
export async function readBalances(stage: RehearsalStage, traders: Traders): Promise<Balances> {
  const { chain, deployment, ctx } = stage
  const { client } = ctx.chain(chain.network.chainId)
  const holders = [...traders.accounts.map(({ address }) => address), deployment.settlement]
  const read = async (owner: Address, token: Address) => {
    const call = {
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [owner],
    } as const
    const amount = await client.readContract(call satisfies ContractFunctionParameters)
    return [keyOf(owner, token), amount] as const
  }
  const pairs = holders.flatMap((owner) =>
    traders.tokens.map(({ address }) => read(owner, address)),
  )
  return new Map(await Promise.all(pairs))
}

const keyOf = (account: string, token: string) => `${account} ${token}`.toLowerCase()

/** Waits until every transaction of the solver's key is booked, then compares the books with the chain. */
export async function closeBooks(
  stage: RehearsalStage,
  traders: Traders,
  before: Balances,
): Promise<Books> {
  const { ctx, solver, chain } = stage
  const { chainId } = chain.network
  const read = async (method: string) =>
    BigInt((await chain.rpc(method, [solver, 'latest'])) as Hex)
  await until(async () => {
    const [nonce, booked, pending] = await Promise.all([
      read('eth_getTransactionCount'),
      ctx.db.settlementCost.count({ where: { chainId } }),
      ctx.db.settlementTransaction.count({
        where: { chainId, state: { in: ['prepared', 'sent'] } },
      }),
    ])
    return BigInt(booked) === nonce && pending === 0
  })
  const costs = await ctx.db.settlementCost.findMany({ where: { chainId } })
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
  const wei = (pick: (cost: (typeof costs)[number]) => { toFixed: () => string }) =>
    sum(costs.map((cost) => BigInt(pick(cost).toFixed())))
  const spent = wei(({ costWei }) => costWei)
  const balance = await read('eth_getBalance')
  const expected = new Map(before)
  const add = (account: string, token: string, amount: bigint) => {
    const key = keyOf(account, token)
    if (expected.has(key)) expected.set(key, (expected.get(key) ?? 0n) + amount)
  }
  for (const trade of await ctx.db.trade.findMany({ where: { chainId } })) {
    add(trade.owner, trade.sellToken, -BigInt(trade.sellAmount.toFixed()))
    add(trade.owner, trade.buyToken, BigInt(trade.buyAmount.toFixed()))
  }
  for (const { kept } of costs) {
    for (const { token, amount } of (kept ?? []) as unknown as readonly Kept[]) {
      add(stage.deployment.settlement, token, BigInt(amount))
    }
  }
  const after = await readBalances(stage, traders)
  const native = balance - (stage.solverBalance - spent)
  const differences = [
    ...(native === 0n ? [] : [`solver: ${native} wei more than booked`]),
    ...[...after].flatMap(([key, amount]) => {
      const difference = amount - (expected.get(key) ?? 0n)
      return difference === 0n ? [] : [`${key}: ${difference} atoms more than booked`]
    }),
  ]
  return {
    ...{ spent, differences },
    kept: wei(({ keptWei }) => keptWei),
    owed: wei(({ owedWei }) => owedWei),
    dearest: costs.map(({ costWei }) => BigInt(costWei.toFixed())).reduce(maxAmount, 0n),
    reverts: costs.filter(({ kind, succeeded }) => kind === 'settlement' && !succeeded).length,
    withdrawn: await ctx.db.settlementTransaction.count({
      where: { chainId, state: 'withdrawn' },
    }),
  }
}

type Frame = {
  readonly to?: string
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly Frame[]
}

/** Returns why each reverted settlement did, by the innermost call that failed. */
export async function listReverts({ ctx, chain }: RehearsalStage): Promise<readonly string[]> {
  const { chainId } = chain.network
  const where = { chainId, kind: 'settlement', succeeded: false }
  const reverted = await ctx.db.settlementCost.findMany({ where })
  return Promise.all(
    reverted.map(async ({ txHash }) => {
      const trace = await chain.rpc('debug_traceTransaction', [txHash, { tracer: 'callTracer' }])
      const { to, error, revertReason = error } = innermostFailure(trace as Frame)
      return `settlement ${txHash.slice(0, 10)} reverted: ${revertReason} in a call of ${to}`
    }),
  )
}

function innermostFailure(frame: Frame): Frame {
  const failed = frame.calls?.findLast(({ error }) => error !== undefined)
  return failed ? innermostFailure(failed) : frame
}

type Kept = { readonly token: string; readonly amount: string }
