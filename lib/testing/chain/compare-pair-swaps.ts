import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { findTickStep, tickPathOf } from '@/lib/liquidity/math/concentrated'
import { type ConcentratedPool, otherToken, type PairPool } from '@/lib/liquidity/pool'
import { amountIn, amountOut } from '@/lib/liquidity/swap-pool'

const quoter: Address = '0x61ffe014ba17989e743c5f6cb21bf9697530b21e'
const v2Router: Address = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const quoterAbi = parseAbi([
  'struct In { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 limit; }',
  'struct Out { address tokenIn; address tokenOut; uint256 amount; uint24 fee; uint160 limit; }',
  'function quoteExactInputSingle(In params) returns (uint256, uint160, uint32, uint256)',
  'function quoteExactOutputSingle(Out params) returns (uint256, uint160, uint32, uint256)',
])
const positionManager: Address = '0xc36442b4a4522e871399cd717abdd847ab11fe88'
const managerAbi = parseAbi([
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Mint params) payable returns (uint256, uint128, uint256, uint256)',
])
const libraryAbi = parseAbi([
  'function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) pure returns (uint256)',
  'function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) pure returns (uint256)',
])

/** Adds overlapping positions around a V3 pool's price and some far from it, so that swaps cross ticks. */
export async function addPositions(
  rpc: Rpc,
  { pool, from }: { readonly pool: ConcentratedPool; readonly from: Address },
): Promise<void> {
  for (const to of [pool.token0, pool.token1]) {
    const approval = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [positionManager, 10n ** 30n],
    })
    await sendTransaction(rpc, { from, to, data: approval })
  }
  for (const place of [
    [-9, 3],
    [-4, 14],
    [-1, 1],
    [2, 8],
    [-20, -5],
    [-1_500, -1_300],
    [1_200, 1_700],
  ] as const) {
    await addPosition(rpc, { pool, from, place })
  }
}

/** Adds a position between two ticks, given in tick spacings from the price; its tokens are already approved. */
export async function addPosition(
  rpc: Rpc,
  input: {
    readonly pool: ConcentratedPool
    readonly from: Address
    readonly place: readonly [low: number, high: number]
  },
): Promise<void> {
  const { pool, from, place } = input
  const center = Math.floor(pool.tick / pool.tickSpacing) * pool.tickSpacing
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'mint',
    args: [
      {
        token0: pool.token0,
        token1: pool.token1,
        fee: pool.feePpm,
        tickLower: center + place[0] * pool.tickSpacing,
        tickUpper: center + place[1] * pool.tickSpacing,
        amount0Desired: 10n ** 9n,
        amount1Desired: 10n ** 18n,
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: from,
        deadline: 2n ** 40n,
      },
    ],
  })
  // Gas is explicit: in the next second the pool also writes an observation, which an estimate now omits.
  await sendTransaction(rpc, { from, to: positionManager, data, gas: 1_000_000 })
}

/** Maximum questions per call, and maximum loop iterations of their swaps together, by the gas limit of a call. */
const questionsPerCall = 50
const stopsPerCall = 1_200

/** Ratio of square root prices over a far swap: ten thousand ticks. */
const farFactor = 1.0001 ** (10_000 / 2)

/**
 * Compares random swaps of the contracts with the pool maths and lists the differences. `compared` counts swaps by
 * protocol, `crossed` those that end at other liquidity, `far` those that move more than ten thousand ticks.
 */
export async function comparePairSwaps(
  chain: Chain,
  input: {
    readonly pools: readonly PairPool[]
    readonly blockNumber: bigint
    readonly swaps: number
    readonly random: () => number
  },
) {
  const { pools, blockNumber, swaps, random } = input
  const differences: string[] = []
  const compared = { 'uniswap-v2': 0, 'uniswap-v3': 0 }
  let crossed = 0
  let far = 0
  for (let left = swaps; left > 0; ) {
    const questions = drawQuestions(left, () => answerable(pools, random))
    left -= questions.length
    const reads = questions.map(({ question }) => contractRead(question))
    const answers = await aggregateReads(chain, { blockNumber, reads })
    for (const [i, { question, way }] of questions.entries()) {
      const { pool, kind, token, amount, ours } = question
      compared[pool.protocol] += 1
      if (way.isCrossing) crossed += 1
      if (way.isFar) far += 1
      const theirs = wordAt(answers[i], 0)
      const label = `${pool.address} ${kind} ${amount} of ${token}`
      if (theirs !== ours) differences.push(`${label}: ${ours}, not ${theirs}`)
    }
  }
  return { differences, compared, crossed, far }
}

type Answered = Question & { readonly ours: bigint }

/** Draws as many questions as fit the gas of one call. */
function drawQuestions(max: number, draw: () => Answered) {
  const questions: { readonly question: Answered; readonly way: Way }[] = []
  for (
    let stops = 0;
    stops < stopsPerCall && questions.length < Math.min(max, questionsPerCall);
  ) {
    const question = draw()
    const way = wayOf(question)
    questions.push({ question, way })
    stops += way.stops
  }
  return questions
}

/** Draws a random question that the pool maths can answer. */
function answerable(pools: readonly PairPool[], random: () => number): Answered {
  for (let tries = 0; tries < 10_000; tries += 1) {
    const pool = pools[Math.floor(random() * pools.length)]
    if (!pool) throw new Error('no pools')
    const token = random() < 0.5 ? pool.token0 : pool.token1
    const kind = random() < 0.5 ? 'in' : 'out'
    const amount = randomAmount({ pool, token, kind }, random)
    const other = otherToken(pool, token) ?? token
    const ours = (kind === 'in' ? amountOut : amountIn)(pool, { token, amount }, other)
    if (ours !== undefined) return { pool, kind, token, amount, ours }
  }
  throw new Error('no question was drawn that the pool maths can answer')
}

/** Draws from one atom up to the pool's maximum, on a logarithmic scale. */
function randomAmount(
  { pool, token, kind }: Omit<Question, 'amount'>,
  random: () => number,
): bigint {
  const total = kind === 'in' ? 'totalIn' : 'totalOut'
  let max = 10n ** 24n
  if (pool.protocol === 'uniswap-v3') {
    const path = tickPathOf(pool, (kind === 'in') === (token === pool.token0) ? 'down' : 'up')
    findTickStep(path, { total, amount: 10n ** 60n })
    max = path.steps.at(-1)?.[total] ?? 1n
  }
  const share = 10 ** (-random() * (random() < 0.5 ? 2 : 24))
  return 1n + (max * BigInt(Math.floor(share * 1e15))) / 10n ** 15n
}

type Way = { readonly stops: number; readonly isCrossing: boolean; readonly isFar: boolean }

/** Returns a swap's path along the ticks: the iterations of the contract's loop, and its extent. */
function wayOf({ pool, token, kind, amount }: Question): Way {
  if (pool.protocol === 'uniswap-v2') return { stops: 1, isCrossing: false, isFar: false }
  const path = tickPathOf(pool, (kind === 'in') === (token === pool.token0) ? 'down' : 'up')
  const found = findTickStep(path, { total: kind === 'in' ? 'totalIn' : 'totalOut', amount })
  if (!found) throw new Error('a swap without an end')
  const { step } = found
  const moved = Math.abs(Math.log(Number(step.from) / Number(pool.sqrtPriceX96)))
  return {
    stops: path.steps.indexOf(step) + 1,
    isCrossing: step.liquidity !== pool.liquidity,
    isFar: moved > Math.log(farFactor),
  }
}

type Question = { pool: PairPool; kind: 'in' | 'out'; token: Address; amount: bigint }

/** Returns the contract call for the same question. */
function contractRead({ pool, kind, token, amount }: Question): { target: Address; callData: Hex } {
  const other = otherToken(pool, token) ?? token
  if (pool.protocol === 'uniswap-v3') {
    const rest = { fee: pool.feePpm, limit: 0n }
    const callData =
      kind === 'in'
        ? encodeFunctionData({
            abi: quoterAbi,
            functionName: 'quoteExactInputSingle',
            args: [{ tokenIn: token, tokenOut: other, amountIn: amount, ...rest }],
          })
        : encodeFunctionData({
            abi: quoterAbi,
            functionName: 'quoteExactOutputSingle',
            args: [{ tokenIn: other, tokenOut: token, amount, ...rest }],
          })
    return { target: quoter, callData }
  }
  const isZeroIn = (kind === 'in') === (token === pool.token0)
  const reserves = isZeroIn
    ? ([pool.reserve0, pool.reserve1] as const)
    : ([pool.reserve1, pool.reserve0] as const)
  const functionName = kind === 'in' ? 'getAmountOut' : 'getAmountIn'
  const callData = encodeFunctionData({
    abi: libraryAbi,
    functionName,
    args: [amount, ...reserves],
  })
  return { target: v2Router, callData }
}
