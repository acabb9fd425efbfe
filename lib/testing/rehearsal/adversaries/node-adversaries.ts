import { encodeAbiParameters, encodeEventTopics, parseAbiParameters } from 'viem'
import { settlementAbi } from '@/lib/chain/contract-abis'
import type { Hex } from '@/lib/core/bytes'
import { quantity } from '@/lib/devnet/rpc'
import { headNumber } from '@/lib/testing/chain/node-proxy'
import type { Adversary, Attack } from '@/lib/testing/rehearsal/adversary'
import type { HonestOrder } from '@/lib/testing/rehearsal/traders'

const byNode = { submission: 'private', stopsSettling: false } as const

/** The preferred node reports no block after the one at the beginning. */
export const frozenNode: Adversary = {
  ...byNode,
  name: 'frozen-node',
  start: async ({ stage: { chain } }) => {
    chain.disturb({ maxBlock: await headNumber(chain.anvil.rpcUrl) })
    return async () => chain.disturb({})
  },
}

/** Blocks by which the chain of a node gets shorter. */
const cutBlocks = 5n

/** The preferred node loses five blocks at once, and stays that far behind. */
export const cutNode: Adversary = {
  ...byNode,
  name: 'cut-node',
  start: async ({ stage: { chain } }) => {
    const cut = (head: bigint) => chain.disturb({ maxBlock: head - cutBlocks })
    cut(await headNumber(chain.anvil.rpcUrl))
    const end = chain.onBlock(cut)
    return async () => {
      end()
      chain.disturb({})
    }
  },
}

/** The preferred node reports another chain id. */
export const otherChainNode: Adversary = {
  ...byNode,
  name: 'other-chain-node',
  // Chain ids are read every minute.
  minMs: 70_000,
  start: async ({ stage: { chain } }) => {
    chain.disturb({ chainId: 5 })
    return async () => chain.disturb({})
  },
}

/**
 * The preferred node adds a fill of an open order to the logs of one block, and keeps to it. What two nodes contradict each
 * other about stops settling.
 */
export const forgingNode: Adversary = {
  ...byNode,
  name: 'forging-node',
  stopsSettling: true,
  start: async (attack) => {
    const { chain } = attack.stage
    let target: bigint | undefined
    let forgery: Forgery | undefined
    const end = chain.onBlock((number) => {
      if (findOpen(attack)) target ??= number + 1n
    })
    // A log needs its block's hash, which the service reads before the logs.
    const learn = (block: Block | null) => {
      const isTarget = block !== null && BigInt(block.number) === target
      const order = isTarget && !forgery ? findOpen(attack) : undefined
      if (block && order) forgery = { block, log: forgeTrade(attack, { order, block }) }
      return block
    }
    const forge = (logs: readonly object[], [filter]: readonly unknown[]) =>
      forgery && covers(attack, filter as Filter, forgery.block) ? [...logs, forgery.log] : logs
    chain.disturb({ forge: { eth_getBlockByNumber: learn, eth_getLogs: forge } })
    return async () => {
      end()
      chain.disturb({})
    }
  },
}

type Forgery = { readonly block: Block; readonly log: object }

type Filter = {
  readonly address?: string | readonly string[]
  readonly blockHash?: Hex
  readonly fromBlock?: string
  readonly toBlock?: string
}

/** Whether a filter asks for the settlement contract's events in a block. */
function covers({ stage }: Attack, filter: Filter, { hash, number }: Block): boolean {
  const addresses = [filter.address ?? stage.deployment.settlement].flat()
  if (!addresses.some((one) => one.toLowerCase() === stage.deployment.settlement)) return false
  if (filter.blockHash !== undefined) return filter.blockHash === hash
  const { fromBlock = '0x0', toBlock = number } = filter
  return BigInt(fromBlock) <= BigInt(number) && BigInt(number) <= BigInt(toBlock)
}

type Block = { readonly number: Hex; readonly hash: Hex }

const findOpen = ({ traders }: Attack) =>
  traders.orders.findLast(({ filledMs }) => filledMs === undefined)

type Fill = { readonly order: HonestOrder; readonly block: Block }

/** A `Trade` of an order that never happened. */
function forgeTrade({ stage }: Attack, { order, block: { number, hash } }: Fill): object {
  const { owner, sellToken, buyToken, sellAmount, buyAmount, uid } = order
  const topics = encodeEventTopics({ abi: settlementAbi, eventName: 'Trade', args: { owner } })
  const data = encodeAbiParameters(
    parseAbiParameters('address, address, uint256, uint256, uint256, bytes'),
    [sellToken, buyToken, sellAmount, buyAmount, 0n, uid],
  )
  return {
    ...{ address: stage.deployment.settlement, topics, data, removed: false },
    ...{ blockNumber: number, blockHash: hash, logIndex: quantity(900) },
    ...{ transactionIndex: '0x0', transactionHash: `0x${'f0'.repeat(32)}` },
  }
}
