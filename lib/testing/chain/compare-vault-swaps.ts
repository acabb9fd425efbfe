import { encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Address } from '@/lib/core/address'
import { balancerVault } from '@/lib/core/networks'
import type { VaultPool } from '@/lib/liquidity/pool'
import { amountIn, amountOut } from '@/lib/liquidity/swap-pool'

const vaultAbi = parseAbi([
  'struct Step { bytes32 poolId; uint256 assetInIndex; uint256 assetOutIndex; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
  'function queryBatchSwap(uint8 kind, Step[] swaps, address[] assets, Funds funds) returns (int256[])',
])

/** A swap with an exact input or output amount. */
type VaultQuestion = {
  readonly pool: VaultPool
  readonly kind: 'in' | 'out'
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amount: bigint
}

/** Vault queries per call. */
const queriesPerCall = 100

/**
 * Compares random swaps of the vault with the pool maths and lists the differences; `traded` counts the swaps that
 * the vault would execute.
 */
export async function compareVaultSwaps(
  chain: Chain,
  input: {
    readonly pools: readonly VaultPool[]
    readonly blockNumber: bigint
    readonly swaps: number
    readonly random: () => number
  },
): Promise<{ readonly differences: readonly string[]; readonly traded: number }> {
  const { pools, blockNumber, swaps, random } = input
  const differences: string[] = []
  let traded = 0
  for (let left = swaps; left > 0; left -= queriesPerCall) {
    const questions = Array.from({ length: Math.min(left, queriesPerCall) }, () =>
      randomQuestion(pools[Math.floor(random() * pools.length)], random),
    )
    const reads = questions.map(queryOf)
    const answers = await aggregateReads(chain, { blockNumber, reads })
    for (const [i, question] of questions.entries()) {
      const theirs = toAmount(question, wordAt(answers[i], question.kind === 'in' ? 3 : 2))
      if (theirs !== undefined) traded += 1
      const got = ours(question)
      if (got !== theirs) differences.push(`${describeQuestion(question)}: ${got}, not ${theirs}`)
    }
  }
  return { differences, traded }
}

/** Returns the vault's amount; undefined where it reverts or pays nothing. */
function toAmount({ kind }: VaultQuestion, word: bigint | undefined): bigint | undefined {
  const delta = BigInt.asIntN(256, word ?? 0n)
  return delta === 0n ? undefined : kind === 'in' ? -delta : delta
}

function describeQuestion({ pool, kind, amount, tokenIn, tokenOut }: VaultQuestion): string {
  return `${pool.poolId} ${kind} ${amount} of ${tokenIn} to ${tokenOut}`
}

/** Draws an exact input or output amount between any two tokens, on a logarithmic scale; some exceed the pool. */
function randomQuestion(pool: VaultPool | undefined, random: () => number): VaultQuestion {
  const [a, b] = [...(pool?.tokens ?? [])].sort(() => random() - 0.5)
  if (!pool || !a || !b) throw new Error('a pool without tokens')
  const kind = random() < 0.5 ? 'in' : 'out'
  const { balance } = kind === 'in' ? a : b
  const share = 10 ** (-random() * (random() < 0.5 ? 2 : 20))
  const amount = 1n + (balance * BigInt(Math.floor(share * 1e15))) / 10n ** 15n
  return { pool, kind, tokenIn: a.address, tokenOut: b.address, amount }
}

function queryOf({ pool, kind, tokenIn, tokenOut, amount }: VaultQuestion) {
  const [sender, recipient] = [balancerVault, balancerVault]
  const funds = { sender, recipient, fromInternalBalance: false, toInternalBalance: false }
  const step = { poolId: pool.poolId, assetInIndex: 0n, assetOutIndex: 1n, amount, userData: '0x' }
  const callData = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'queryBatchSwap',
    args: [kind === 'in' ? 0 : 1, [{ ...step, userData: '0x' }], [tokenIn, tokenOut], funds],
  })
  return { target: balancerVault, callData }
}

function ours({ pool, kind, tokenIn, tokenOut, amount }: VaultQuestion): bigint | undefined {
  return kind === 'in'
    ? amountOut(pool, { token: tokenIn, amount }, tokenOut)
    : amountIn(pool, { token: tokenOut, amount }, tokenIn)
}
