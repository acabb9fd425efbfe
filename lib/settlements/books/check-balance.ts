import { findTip } from '@/lib/chain/block-store'
import { isOnChain } from '@/lib/chain/reorg'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { dependencyDown } from '@/lib/core/errors'
import { hasSolver } from '@/lib/core/settings/signer-settings'
import { listLedRoles } from '@/lib/db/leadership'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { type IndexerLeadership, settlementIndex } from '@/lib/settlements/indexing/indexer-role'
import { solverAddress } from '@/lib/settlements/submission/solver-account'
import { listLiveSettlements } from '@/lib/settlements/submission/transaction-store'
import { bookCosts } from './book-costs'
import { sumCosts } from './cost-store'
import {
  type AccountState,
  findAccountAddress,
  findAccountState,
  saveAccountState,
} from './solver-account-store'

/**
 * Compares the solver's native balance and nonce at the indexed block with the books since the last comparison: the
 * previous balance less all costs, plus transfers to the account. A lower balance, or a nonce that is not in the books,
 * means that the key is used elsewhere, which raises an alarm. Returns the problem.
 *
 * The first comparison, also of a new account, and the first after a reorg of its block only record the state. Needs no
 * key: if another worker leads the auctions, that worker has stored its account.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer; Conflict if another process leads.
 */
export async function checkBalance(
  ctx: Context,
  leadership: IndexerLeadership,
): Promise<string | undefined> {
  const { chainId } = leadership
  const after = await readState(ctx, chainId)
  if (!after) return undefined
  await bookCosts(ctx, leadership)
  const before = await findAccountState(ctx.db, chainId)
  const isComparable =
    before?.address === after.address &&
    before.blockNumber <= after.blockNumber &&
    (await isOnChain(ctx.chain(chainId), { number: before.blockNumber, hash: before.blockHash }))
  const booksProblem =
    before && isComparable ? await compare(ctx, chainId, { before, after }) : undefined
  // A settlement that was mined but not recorded yet is not in the books: the next comparison covers it.
  if (booksProblem && (await listLiveSettlements(ctx.db, chainId)).length > 0) return undefined
  await saveAccountState(ctx.db, chainId, {
    ...after,
    checkedAt: new Date(ctx.now()),
    booksProblem,
  })
  if (booksProblem) ctx.log.error({ chainId, address: after.address, booksProblem }, 'books differ')
  return booksProblem
}

/** The account at the indexed block. */
async function readState(ctx: Context, chainId: number): Promise<AccountState | undefined> {
  const { client, network } = ctx.chain(chainId)
  const tip = await findTip(ctx.db, settlementIndex(chainId))
  const address = await findAddress(ctx, chainId)
  if (!tip || !address) return undefined
  const [blockNumber, blockHash] = [tip.number, tip.hash]
  try {
    const [balance, nonce] = await Promise.all([
      client.getBalance({ address, blockNumber }),
      client.getTransactionCount({ address, blockNumber }),
    ])
    return { address, balance, nonce: BigInt(nonce), blockNumber, blockHash }
  } catch (cause) {
    throw dependencyDown(network.title, cause)
  }
}

/** Undefined if no worker has the network's key: what a former account does elsewhere is no alarm. */
async function findAddress(ctx: Context, chainId: number): Promise<Address | undefined> {
  if (hasSolver(ctx.config, chainId)) return solverAddress(ctx, chainId)
  const role = auctionRole(chainId)
  const isLed = (await listLedRoles(ctx.db, [role])).has(role)
  return isLed ? findAccountAddress(ctx.db, chainId) : undefined
}

type States = { readonly before: AccountState; readonly after: AccountState }

async function compare(
  ctx: Context,
  chainId: number,
  { before, after }: States,
): Promise<string | undefined> {
  const { count, costWei } = await sumCosts(ctx.db, {
    chainId,
    solverAddress: after.address,
    above: before.blockNumber,
    upTo: after.blockNumber,
  })
  const between = `between blocks ${before.blockNumber} and ${after.blockNumber}`
  const unknown = after.nonce - before.nonce - count
  if (unknown !== 0n) {
    return `${unknown} transactions of ${after.address} are not in the books ${between}`
  }
  const expected = before.balance - costWei
  if (after.balance < expected) {
    return `${expected - after.balance} wei of ${after.address} are missing ${between}`
  }
  if (after.balance > expected) {
    const received = after.balance - expected
    ctx.log.info({ chainId, address: after.address, received }, 'native tokens received')
  }
  return undefined
}
