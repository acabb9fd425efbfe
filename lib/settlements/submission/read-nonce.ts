import { noteAgreement, noteDisagreement } from '@/lib/chain/nodes/splits'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxAmount, minAmount } from '@/lib/core/amount'
import { dependencyDown } from '@/lib/core/errors'
import { countSignedNonces } from './solver-transaction-store'

/** The next nonce of an account: the highest and the lowest that the current nodes report. */
export type NextNonce = { readonly highest: bigint; readonly lowest: bigint }

/** Nonces of an account, from `from` and below `below`. */
type NonceRange = {
  readonly address: Address
  readonly from: bigint
  readonly below: bigint
}

/** Maximum number of our transactions that a current node has not seen yet, or that a reorg drops. */
const maxUnseen = 20n

/**
 * Reads the next nonce of an account from all current nodes, since a lagging one reports too low a nonce. Nodes other
 * than the pinned one may fail to answer.
 *
 * @throws {ServiceError} InternalServerError if the pinned node does not answer.
 */
export async function readNextNonce(
  ctx: Context,
  chainId: number,
  address: Address,
): Promise<NextNonce> {
  return rangeOf(await readNonces(ctx, chainId, address))
}

/**
 * Returns the nonce to sign the next transaction at: the highest that the current nodes report. Undefined while they
 * contradict each other ({@link noteDisagreement}): a lagging node may not have seen what this service signed, but a
 * higher nonce is believed only if all report it, since every nonce that is skipped would have to be paid for.
 * @throws {ServiceError} InternalServerError if the pinned node does not answer.
 */
export async function findNonceToSign(
  ctx: Context,
  chainId: number,
  address: Address,
): Promise<bigint | undefined> {
  const reports = await readNonces(ctx, chainId, address)
  const { highest, lowest } = rangeOf(reports)
  const key = { chainId, subject: 'nonces' } as const
  const [pinned, ...others] = reports
  const other = others.find(({ nonce }) => nonce !== pinned.nonce)
  if (!other || (await areOwnNonces(ctx, chainId, { address, from: lowest, below: highest }))) {
    await noteAgreement(ctx, key)
    return highest
  }
  const { host } = other
  ctx.log.warn({ chainId, host, highest, lowest }, 'nothing signed: nodes report different nonces')
  await noteDisagreement(ctx, { ...key, host })
  return undefined
}

/**
 * Returns whether this service has signed a transaction at each nonce of a range, of 20 at most: only then may a node
 * not have seen them yet, or a reorg have dropped them. Otherwise a node is wrong, or others use the key.
 */
export async function areOwnNonces(
  ctx: Context,
  chainId: number,
  { address, from, below }: NonceRange,
): Promise<boolean> {
  if (below - from > maxUnseen) return false
  const query = { chainId, solverAddress: address, from, below }
  return BigInt(await countSignedNonces(ctx.db, query)) === below - from
}

type Report = { readonly host: string; readonly nonce: bigint }

/** The pinned node's report comes first. */
async function readNonces(
  ctx: Context,
  chainId: number,
  address: Address,
): Promise<readonly [Report, ...Report[]]> {
  const { client, network, host: pinned } = ctx.chain(chainId)
  const others = ctx.nodes(chainId).witnesses()
  const [own, ...reported] = await Promise.all([
    client.getTransactionCount({ address }).catch((cause) => {
      throw dependencyDown(network.title, cause)
    }),
    ...others.map(({ client, host }) =>
      client.getTransactionCount({ address }).then(
        (count): Report => ({ host, nonce: BigInt(count) }),
        () => undefined,
      ),
    ),
  ])
  const answered = reported.filter((report) => report !== undefined)
  return [{ host: pinned, nonce: BigInt(own) }, ...answered]
}

function rangeOf([pinned, ...others]: readonly [Report, ...Report[]]): NextNonce {
  let { nonce: highest, nonce: lowest } = pinned
  for (const { nonce } of others) {
    highest = maxAmount(highest, nonce)
    lowest = minAmount(lowest, nonce)
  }
  return { highest, lowest }
}
