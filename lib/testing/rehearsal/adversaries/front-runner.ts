import { setTimeout as delay } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi, parseTransaction } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { getTestAccount } from '@/lib/devnet/accounts'
import { quantity } from '@/lib/devnet/rpc'
import { approve } from '@/lib/testing/chain/chain-actions'
import {
  listPushablePools,
  type PushablePool,
  pushTransaction,
} from '@/lib/testing/chain/push-pool'
import type { Adversary, Attack } from '@/lib/testing/rehearsal/adversary'

/** The account that front-runs; a test account that does not trade. */
const attackerIndex = 8
/** Milliseconds between looks into the mempool. */
const pollMs = 50
/** The price move that lets most settlements fail. */
const move = 0.99
/** Share of settlements that are front-run; one that front-runs all of them stops the pools for everybody. */
const attackedShare = 0.5

/** A settlement that waits to be mined. */
type Pending = { readonly hash: string; readonly maxTip: bigint; readonly maxFee: bigint }

/**
 * Moves the pools by 1 % in front of every second settlement, with twice its tip, and back in the block after. It sees the
 * settlements that the relay keeps secret: no relay is proof against a leak.
 */
export const frontRunner: Adversary = {
  name: 'front-runner',
  submission: 'private',
  stopsSettling: false,
  start: async (attack) => {
    const { chain } = attack.stage
    const pools = await listPushablePools(chain.rpc)
    let isMoved = false
    const push = async (factor: number, fees: Fees) => {
      const { gas = 0, ...swaps } = await pushTransaction(chain.rpc, pools, factor)
      await chain.send({ ...swaps, gas: quantity(gas), ...fees })
    }
    const restore = async () => {
      if (!isMoved) return
      isMoved = false
      await push(1 / move, {})
    }
    const blocks: bigint[] = []
    const end = chain.onBlock((number) => blocks.push(number))
    const stop = followPending(attack, async (pending) => {
      if (isMoved || attack.random() >= attackedShare) return
      isMoved = true
      const from = blocks.at(-1) ?? 0n
      await push(move, feesAbove(pending))
      // Two heads on which the settlement reverts: then it is withdrawn.
      while ((blocks.at(-1) ?? 0n) < from + 3n) await delay(pollMs)
      await restore()
    })
    return async () => {
      await stop()
      end()
      await restore()
    }
  },
}

/** Trades dust in front of every settlement that it sees in the mempool: an atom in pairs, a thousand in V3 pools. */
export const dustFrontRunner: Adversary = {
  name: 'dust-front-runner',
  submission: 'public',
  stopsSettling: false,
  start: async (attack) => {
    const { traders } = attack
    const { chain } = attack.stage
    const pools = await listPushablePools(chain.rpc)
    const tokens = traders.tokens.map(({ address }) => address)
    const owner = getTestAccount(attackerIndex).address
    const spender = originalSwapRouter.address
    for (const token of tokens) {
      await approve(chain.anvil.rpcUrl, { token, owner, spender, amount: maxUint256 })
    }
    const fees = await readV3Fees(attack, pools)
    return followPending(attack, async (pending) => {
      const sends = pools.flatMap((pool) =>
        pool.tokens
          .filter((token) => tokens.includes(token))
          .flatMap((token) => dustCalls(pool, { token, owner, fee: fees.get(pool.address) ?? 0 })),
      )
      const gas = quantity(300_000)
      for (const call of sends) {
        await chain.send({ from: owner, gas, ...call, ...feesAbove(pending) })
      }
    })
  },
}

type Fees = { readonly maxFeePerGas?: Hex; readonly maxPriorityFeePerGas?: Hex }

const feesAbove = ({ maxTip, maxFee }: Pending): Fees => ({
  maxFeePerGas: quantity(2n * maxFee),
  maxPriorityFeePerGas: quantity(2n * maxTip),
})

/** Calls once for every settlement that appears in the mempool or at the relay; returns how to end that. */
function followPending(
  { stage: { chain, solver } }: Attack,
  onPending: (pending: Pending) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController()
  const seen = new Set<string>()
  const follow = async () => {
    while (!stopping.signal.aborted) {
      const pending = [...(await readMempool(chain.rpc, solver)), ...readRelay(chain.relay.kept)]
      for (const one of pending) {
        if (seen.has(one.hash) || stopping.signal.aborted) continue
        seen.add(one.hash)
        await onPending(one)
      }
      await delay(pollMs)
    }
  }
  const followed = follow()
  return async () => {
    stopping.abort()
    await followed
  }
}

type PoolTransaction = {
  readonly hash: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
}

async function readMempool(rpc: Attack['stage']['chain']['rpc'], solver: Address) {
  const { pending } = (await rpc('txpool_content', [])) as {
    readonly pending: Readonly<Record<string, Readonly<Record<string, PoolTransaction>>>>
  }
  const own = Object.entries(pending).find(([sender]) => sender.toLowerCase() === solver)?.[1] ?? {}
  return Object.values(own).map(
    ({ hash, maxFeePerGas = '0x0', maxPriorityFeePerGas = '0x0' }): Pending => {
      return { hash, maxTip: BigInt(maxPriorityFeePerGas), maxFee: BigInt(maxFeePerGas) }
    },
  )
}

function readRelay(kept: ReadonlyMap<number, Hex>): Pending[] {
  return [...kept.values()].map((raw) => {
    const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(
      raw as `0x02${string}`,
    )
    return { hash: raw, maxTip: maxPriorityFeePerGas, maxFee: maxFeePerGas }
  })
}

const swapAbi = parseAbi([
  'function sync()',
  'function fee() view returns (uint24)',
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable returns (uint256 amountOut)',
])

async function readV3Fees({ stage: { chain } }: Attack, pools: readonly PushablePool[]) {
  const data = encodeFunctionData({ abi: swapAbi, functionName: 'fee' })
  const entries = await Promise.all(
    pools
      .filter(({ isConcentrated }) => isConcentrated)
      .map(async ({ address }) => {
        const answer = (await chain.rpc('eth_call', [{ to: address, data }, 'latest'])) as Hex
        return [address, Number(BigInt(answer))] as const
      }),
  )
  return new Map(entries)
}

type Dust = { readonly token: Address; readonly owner: Address; readonly fee: number }

function dustCalls(pool: PushablePool, { token, owner, fee }: Dust) {
  const tokenOut = pool.tokens.find((other) => other !== token) ?? token
  if (!pool.isConcentrated) {
    const args = [pool.address, 1n] as const
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    const sync = encodeFunctionData({ abi: swapAbi, functionName: 'sync' })
    return [
      { to: token, data: transfer },
      { to: pool.address, data: sync },
    ]
  }
  const params = {
    ...{ tokenIn: token, tokenOut, fee, recipient: owner, deadline: maxUint256 },
    ...{ amountIn: 1_000n, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
  }
  const data = encodeFunctionData({
    abi: swapAbi,
    functionName: 'exactInputSingle',
    args: [params],
  })
  return [{ to: originalSwapRouter.address, data }]
}
