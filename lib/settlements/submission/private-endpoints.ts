import { readAtMost } from '@/lib/chain/reads/read-at-most'
import type { Context } from '@/lib/context'
import { maxAmount, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { withDeadline } from '@/lib/core/deadline'
import { noteEndpoints } from './relay-outage'
import type { SettlementTransaction } from './transaction-store'

/** The answer to signed bytes: accepted, refused for a reason, or none, so that they may have arrived or not. */
export type Answer = 'accepted' | 'unanswered' | { readonly refusal: string }

/** Milliseconds: a relay simulates before it answers. */
const timeoutMs = 5_000
/** An answer is a hash or an error. */
const answerBytes = 65_536
const refusalLength = 200

/** Relays answer with this if they have the transaction already. */
const isKnown = /already (known|imported|exists)|known transaction/i

/** Returns whether only private endpoints may receive a transaction's bytes, its replacements and its cancellation. */
export function isPrivate({
  privateUntilBlock,
}: Pick<SettlementTransaction, 'privateUntilBlock'>): boolean {
  return privateUntilBlock !== undefined
}

/** The last blocks for which a settlement stays private, if it is, and for which it is useful. */
type Deadlines = Pick<SettlementTransaction, 'privateUntilBlock' | 'deadlineBlock'>

/**
 * Returns the deadlines of a settlement that passed simulation on `head` and would be useful until `deadlineBlock`. Where
 * it may become public, it then has as many blocks again.
 */
export function planDeadlines(
  { config }: Pick<Context, 'config'>,
  chainId: number,
  { head, deadlineBlock }: { readonly head: bigint; readonly deadlineBlock: bigint },
): Deadlines {
  if (!config.privateEndpoints.has(chainId)) return { privateUntilBlock: undefined, deadlineBlock }
  const blocks = config.privateBlocks.get(chainId) ?? 0n
  const privateUntilBlock = head + blocks
  if (!config.publicFallback.has(chainId)) return { privateUntilBlock, deadlineBlock }
  return { privateUntilBlock, deadlineBlock: maxAmount(deadlineBlock, privateUntilBlock + blocks) }
}

/** Returns the last block for which a settlement is offered: a private one never becomes public without permission. */
export function submissionDeadline(
  { config }: Pick<Context, 'config'>,
  { chainId, deadlineBlock, privateUntilBlock }: Deadlines & Pick<SettlementTransaction, 'chainId'>,
): bigint {
  const mayBecomePublic = config.publicFallback.has(chainId)
  if (privateUntilBlock === undefined || mayBecomePublic) return deadlineBlock
  return minAmount(deadlineBlock, privateUntilBlock)
}

/**
 * Sends signed bytes to the private endpoints of a network only. Accepted if one of them accepts. Never throws. Reports
 * the start and the end of an outage ({@link noteEndpoints}).
 */
export async function sendPrivately(
  ctx: Context,
  { chainId, raw }: { readonly chainId: number; readonly raw: Hex },
): Promise<Answer> {
  const endpoints = ctx.config.privateEndpoints.get(chainId) ?? []
  const exchanges = await Promise.all(
    endpoints.map(async (endpoint) => ({ endpoint, ...(await post(ctx, endpoint, raw)) })),
  )
  await noteEndpoints(
    ctx,
    chainId,
    exchanges.map(({ endpoint, fault }) => ({ endpoint, fault })),
  )
  const answers = exchanges.map(({ answer = 'unanswered' as const }) => answer)
  if (answers.includes('accepted')) return 'accepted'
  return answers.find((answer) => answer === 'unanswered') ?? answers[0] ?? 'unanswered'
}

/** An answer, or why there is none. */
type Exchange = { readonly answer?: Answer; readonly fault?: string }

/** One transaction per request: relays take no batches. */
async function post(ctx: Context, endpoint: URL, raw: Hex): Promise<Exchange> {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }
  try {
    return await withDeadline({ ms: timeoutMs }, async (signal) => {
      const response = await ctx.fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
        redirect: 'error',
        signal,
      })
      const { status } = response
      // The endpoint is overloaded or broken; such an answer says nothing about the transaction.
      if (status === 429 || status >= 500) return { fault: `HTTP ${status}` }
      return (
        readAnswer(await readAtMost(response, answerBytes), endpoint) ?? { fault: 'no JSON-RPC' }
      )
    })
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function readAnswer(text: string | undefined, { pathname, search }: URL): Exchange | undefined {
  const { result, error } = parse(text) ?? {}
  if (typeof result === 'string') return { answer: 'accepted' }
  if (typeof error?.message !== 'string') return undefined
  // A proxy may quote the request's path, which may contain a key.
  const secrets = [search, pathname].filter((part) => part.length > 1)
  const message = secrets.reduce((shown, part) => shown.replaceAll(part, '…'), error.message)
  if (isKnown.test(message)) return { answer: 'accepted' }
  return { answer: { refusal: message.slice(0, refusalLength) } }
}

function parse(
  text: string | undefined,
): { readonly result?: unknown; readonly error?: { readonly message?: unknown } } | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** An error's message may contain the address. */
function faultOf(error: unknown): string {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown')
}
