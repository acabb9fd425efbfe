import { encodeAbiParameters, encodeEventTopics, parseAbiParameters } from 'viem'
import { settlementAbi } from '@/lib/chain/contract-abis'
import type { Hex } from '@/lib/core/bytes'
import { quantity } from '@/lib/devnet/rpc'
import { headNumber } from '@/lib/testing/chain/node-proxy'
import type { Adversary, Attack } from '@/lib/testing/rehearsal/adversary'

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
 * The preferred node adds a fill of the newest open order to every answer with logs. What two nodes contradict each other
 * about stops settling.
 */
export const forgingNode: Adversary = {
  ...byNode,
  name: 'forging-node',
  stopsSettling: true,
  start: async (attack) => {
    const { chain } = attack.stage
    let newest = await newestBlock(attack)
    const end = chain.onBlock(() => {
      void newestBlock(attack).then((block) => {
        newest = block
      })
    })
    chain.disturb({
      forge: {
        eth_getLogs: (logs: readonly object[], [filter]) => {
          const isAsked = covers(attack, filter as Filter, newest)
          const forged = isAsked ? forgeTrade(attack, newest) : undefined
          return forged ? [...logs, forged] : logs
        },
      },
    })
    return async () => {
      end()
      chain.disturb({})
    }
  },
}

type Filter = {
  readonly address?: string | readonly string[]
  readonly blockHash?: Hex
  readonly toBlock?: string
}

/** Whether a filter asks for the settlement contract's events in a block. */
function covers({ stage }: Attack, filter: Filter, { hash, number }: Block): boolean {
  const addresses = [filter.address ?? stage.deployment.settlement].flat()
  if (!addresses.some((one) => one.toLowerCase() === stage.deployment.settlement)) return false
  if (filter.blockHash !== undefined) return filter.blockHash === hash
  return !/^0x/.test(filter.toBlock ?? '') || BigInt(filter.toBlock ?? 0) >= BigInt(number)
}

type Block = { readonly number: Hex; readonly hash: Hex }

async function newestBlock({ stage }: Attack): Promise<Block> {
  return (await stage.chain.rpc('eth_getBlockByNumber', ['latest', false])) as Block
}

/** A `Trade` that never happened, in the newest block. */
function forgeTrade({ stage, traders }: Attack, { number, hash }: Block) {
  const order = traders.orders.findLast(({ filledMs }) => filledMs === undefined)
  if (!order) return undefined
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
