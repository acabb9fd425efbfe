import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { Burner as Row } from '@/prisma/generated/client'

/** A contract in whose settlements more gas was used than in their simulation. */
export type Burner = {
  readonly chainId: number
  readonly address: Address
  /** Keccak-256 of its code after the newest burn. */
  readonly codeHash: Hex
  readonly burns: number
  /** Gas of the newest burn beyond the simulation. */
  readonly gas: bigint
  /** The settlement of the newest burn. */
  readonly txHash: Hex
  readonly burnedAt: Date
  /** When the penalty ends. */
  readonly until: Date
  /** Whether its orders are excluded; else they settle alone. */
  readonly isBlocked: boolean
}

const dayMs = 86_400_000
/** Penalties of the first burn, which may be bad luck, and of further ones. */
const isolatedMs = dayMs
const blockedMs = 7 * dayMs

/**
 * Records that a contract burned gas, each settlement once. The first burn of a code isolates the contract for a day,
 * further ones block it for a week. Other code at the address starts from zero, unless a penalty is running: an account
 * can change its code for little gas (EIP-7702). Returns undefined if this settlement was recorded before.
 */
export async function insertBurn(
  tx: Transaction,
  burn: Pick<Burner, 'chainId' | 'address' | 'codeHash' | 'gas' | 'txHash' | 'burnedAt'>,
): Promise<Burner | undefined> {
  const { chainId, address, codeHash, burnedAt } = burn
  const key = { chainId_address: { chainId, address } }
  const known = await tx.burner.findUnique({ where: key })
  if (known?.txHash === burn.txHash) return undefined
  const isAgain = known !== null && (known.codeHash === codeHash || known.until > burnedAt)
  const burns = isAgain ? known.burns + 1 : 1
  const until = new Date(burnedAt.getTime() + (burns === 1 ? isolatedMs : blockedMs))
  const data = { ...burn, burns, until }
  return toBurner(await tx.burner.upsert({ where: key, create: data, update: data }))
}

/** Returns all contracts that burned gas, newest first. */
export async function listBurners(db: Transaction): Promise<Burner[]> {
  const rows = await db.burner.findMany({ orderBy: [{ burnedAt: 'desc' }, { address: 'asc' }] })
  return rows.map(toBurner)
}

/** Returns the contracts of a network whose penalty is running. */
export async function listActiveBurners(
  db: Transaction,
  { chainId, at }: { readonly chainId: number; readonly at: Date },
): Promise<Burner[]> {
  const rows = await db.burner.findMany({ where: { chainId, until: { gt: at } } })
  return rows.map(toBurner)
}

/** Forgets the burns of an address on all networks; returns how many contracts that were. */
export async function deleteBurner(tx: Transaction, address: Address): Promise<number> {
  const { count } = await tx.burner.deleteMany({ where: { address } })
  return count
}

function toBurner(row: Row): Burner {
  return {
    ...row,
    address: row.address as Address,
    codeHash: row.codeHash as Hex,
    txHash: row.txHash as Hex,
    isBlocked: row.burns > 1,
  }
}
