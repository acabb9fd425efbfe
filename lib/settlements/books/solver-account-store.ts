import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'

/** The state of the solver's account at a block. */
export type AccountState = {
  readonly address: Address
  /** Wei. */
  readonly balance: bigint
  readonly nonce: bigint
  readonly blockNumber: bigint
  readonly blockHash: Hex
}

/** Problems of the solver's account on a network. */
export type AccountProblems = {
  readonly chainId: number
  readonly address: Address
  /** How its balance differs from the books. */
  readonly booksProblem: string | undefined
  /** Why its balance is too low. */
  readonly fundsProblem: string | undefined
  /** Why its settlements wait for the private endpoints. */
  readonly relayProblem: string | undefined
}

/** Returns the account that last settled on a network, as the worker with its key stored it. */
export async function findAccountAddress(
  db: Transaction,
  chainId: number,
): Promise<Address | undefined> {
  const row = await db.solverAccount.findUnique({ where: { chainId }, select: { address: true } })
  return row ? (row.address as Address) : undefined
}

/** Returns the state of the account at the last comparison with the books. */
export async function findAccountState(
  db: Transaction,
  chainId: number,
): Promise<AccountState | undefined> {
  const row = await db.solverAccount.findUnique({ where: { chainId } })
  if (!row || row.balance === null || row.nonce === null) return undefined
  if (row.blockNumber === null || row.blockHash === null) return undefined
  const { nonce, blockNumber } = row
  const [address, blockHash] = [row.address as Address, row.blockHash as Hex]
  return { address, balance: fromDecimal(row.balance), nonce, blockNumber, blockHash }
}

/** Stores the state of the account after a comparison. An earlier problem stays until an operator has read it. */
export async function saveAccountState(
  tx: Transaction,
  chainId: number,
  state: AccountState & { readonly checkedAt: Date; readonly booksProblem: string | undefined },
): Promise<void> {
  const { balance, booksProblem, ...rest } = state
  const data = {
    ...rest,
    balance: toDecimal(balance),
    ...(booksProblem === undefined ? {} : { booksProblem }),
  }
  await tx.solverAccount.upsert({ where: { chainId }, create: { chainId, ...data }, update: data })
}

/** Stores why the account's balance is too low; undefined if it is not. */
export async function saveFundsProblem(
  tx: Transaction,
  { chainId, address, fundsProblem }: Pick<AccountProblems, 'chainId' | 'address' | 'fundsProblem'>,
): Promise<void> {
  await saveProblem(tx, { chainId, address }, { fundsProblem: fundsProblem ?? null })
}

/** Stores why settlements wait for the private endpoints; undefined if they do not. */
export async function saveRelayProblem(
  tx: Transaction,
  { chainId, ...account }: Pick<AccountProblems, 'chainId' | 'address' | 'relayProblem'>,
): Promise<void> {
  const { address, relayProblem = null } = account
  if (relayProblem === null) {
    const where = { chainId, relayProblem: { not: null } }
    await tx.solverAccount.updateMany({ where, data: { relayProblem } })
    return
  }
  await saveProblem(tx, { chainId, address }, { relayProblem })
}

type Account = Pick<AccountProblems, 'chainId' | 'address'>
type Problem = { readonly fundsProblem: string | null } | { readonly relayProblem: string | null }

/** Forgets the state of another account, with which this one must not be compared. */
async function saveProblem(
  tx: Transaction,
  { chainId, address }: Account,
  problem: Problem,
): Promise<void> {
  const unknown = { balance: null, nonce: null, blockNumber: null, blockHash: null }
  await tx.solverAccount.updateMany({
    where: { chainId, address: { not: address } },
    data: unknown,
  })
  const data = { address, ...problem }
  await tx.solverAccount.upsert({ where: { chainId }, create: { chainId, ...data }, update: data })
}

/** Lists the networks on which the solver's account has a problem. */
export async function listAccountProblems(db: Transaction): Promise<AccountProblems[]> {
  const rows = await db.solverAccount.findMany({
    where: {
      OR: [
        { booksProblem: { not: null } },
        { fundsProblem: { not: null } },
        { relayProblem: { not: null } },
      ],
    },
    orderBy: { chainId: 'asc' },
  })
  return rows.map((row) => ({
    chainId: row.chainId,
    address: row.address as Address,
    booksProblem: row.booksProblem ?? undefined,
    fundsProblem: row.fundsProblem ?? undefined,
    relayProblem: row.relayProblem ?? undefined,
  }))
}

/** Clears the difference to the books that an operator has seen; returns false if there is none. */
export async function clearBooksProblem(tx: Transaction, chainId: number): Promise<boolean> {
  const { count } = await tx.solverAccount.updateMany({
    where: { chainId, booksProblem: { not: null } },
    data: { booksProblem: null },
  })
  return count > 0
}
