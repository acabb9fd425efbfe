import type { Address } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import type { Transaction } from '@/lib/db/database'
import { toProgrammeTerms } from './affiliate-store'
import type { Registration } from './registration'

/** Lists all registrations that ever had one of these codes, oldest first. */
export async function listRegistrations(
  db: Transaction,
  codes: readonly string[],
): Promise<readonly Registration[]> {
  if (codes.length === 0) return []
  const rows = await db.affiliate.findMany({
    where: { code: { in: [...codes] } },
    include: { switches: { orderBy: [{ at: 'asc' }, { id: 'asc' }] } },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    wallet: row.walletAddress as Address,
    createdAt: secondOf(row.createdAt),
    freedAt: row.freedAt ? secondOf(row.freedAt) : undefined,
    terms: toProgrammeTerms(row),
    switches: row.switches.map(({ enabled, at }) => ({ enabled, at: secondOf(at) })),
  }))
}

function secondOf(date: Date): number {
  return toUnixSeconds(date.getTime())
}
