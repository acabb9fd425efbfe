import { pad } from 'viem'
import { transferTopic } from '@/lib/chain/contract-abis'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { boundedCall, boundedRequest } from '@/lib/chain/reads/bounded-request'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { blocksIn } from '@/lib/core/networks/network'
import { daySeconds } from '@/lib/core/time'
import { balanceCall } from '@/lib/tokens/policy/transfer-simulation'

type Sample = {
  readonly chainId: number
  readonly token: Address
  /** An account with a balance that no third party can withdraw: a pool of the token. */
  readonly holder: Address
}

type Span = Sample & { readonly from: bigint; readonly to: bigint }

/** Blocks whose state every node keeps. */
const retainedBlocks = 100n
/** Blocks at the head whose logs a node may still lack: this many, and on fast networks those of this many seconds. */
const headBlocks = 5
const headSeconds = 5

/** Maximum response size of the transfer logs, a few thousand; beyond it the result is unknown. */
const logBytes = 2 * 1024 * 1024

/**
 * Whether the change of a holder's token balance equals the sum of its transfers, over a day or else over as many
 * blocks as every node keeps; undefined when the node cannot answer.
 */
export async function addsUp(ctx: Context, sample: Sample): Promise<boolean | undefined> {
  const { network, client } = ctx.chain(sample.chainId)
  const head = await client.getBlockNumber()
  const to = head - BigInt(blocksIn(network, { seconds: headSeconds, min: headBlocks }))
  if (to < 0n) return undefined
  const { hash } = await client.getBlock({ blockNumber: to })
  const aDay = BigInt(Math.ceil(daySeconds / network.blockSeconds))
  for (const blocks of [aDay, retainedBlocks]) {
    const from = to > blocks ? to - blocks : 0n
    const outcome = await compare(ctx, { ...sample, from, to }).catch(() => undefined)
    if (outcome === undefined) continue
    const now = await client.getBlock({ blockNumber: to })
    return now.hash === hash ? outcome : undefined
  }
  return undefined
}

async function compare(ctx: Context, span: Span): Promise<boolean | undefined> {
  const [before, after, received, sent] = await Promise.all([
    balanceAt(ctx, span, span.from),
    balanceAt(ctx, span, span.to),
    sumTransfers(ctx, span, [null, topicOf(span.holder)]),
    sumTransfers(ctx, span, [topicOf(span.holder), null]),
  ])
  const facts = [before, after, received, sent]
  const isKnown = (fact: bigint | undefined): fact is bigint => fact !== undefined
  if (!facts.every(isKnown)) return undefined
  const [held = 0n, holds = 0n, came = 0n, went = 0n] = facts
  return holds - held === came - went
}

async function balanceAt(
  ctx: Context,
  { chainId, token, holder }: Sample,
  blockNumber: bigint,
): Promise<bigint | undefined> {
  const { to, data, gas } = balanceCall(token, holder)
  return wordAt(await boundedCall(ctx, { chainId, to, data, gas, blockNumber }), 0)
}

/** Sums the atoms of the transfers between these parties (sender, recipient); undefined when one has no amount. */
async function sumTransfers(
  ctx: Context,
  { chainId, token, from, to }: Span,
  parties: readonly (Hex | null)[],
): Promise<bigint | undefined> {
  const quantity = (value: bigint) => `0x${value.toString(16)}`
  const topics = [transferTopic, ...parties]
  const filter = { address: token, fromBlock: quantity(from + 1n), toBlock: quantity(to), topics }
  const request = { chainId, method: 'eth_getLogs', params: [filter], responseBytes: logBytes }
  const logs = await boundedRequest(ctx, request, (result) =>
    Array.isArray(result) ? (result as readonly { readonly data?: unknown }[]) : undefined,
  )
  const amounts = logs?.map(({ data }) => parseHex(String(data), 32))
  return amounts?.reduce<bigint | undefined>(
    (sum, amount) => (sum === undefined || !amount ? undefined : sum + BigInt(amount)),
    0n,
  )
}

function topicOf(account: Address): Hex {
  return pad(account, { size: 32 })
}
