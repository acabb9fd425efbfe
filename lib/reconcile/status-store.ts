import type { Transaction } from '@/lib/db/database'
import type { Incident, IncidentKind, NetworkStatus } from './service-status'

/** Replaces the figures of a network, opens incidents of these kinds, and ends the others. */
export async function saveStatus(
  tx: Transaction,
  status: NetworkStatus,
  kinds: readonly IncidentKind[],
): Promise<void> {
  const { chainId, measuredAt: at, ...figures } = status
  const row = {
    ...figures,
    measuredAt: at,
    head: figures.head ?? null,
    headAt: figures.headAt ?? null,
    indexed: figures.indexed ?? null,
    indexedAt: figures.indexedAt ?? null,
    marketIndexed: figures.marketIndexed ?? null,
    roundAt: figures.roundAt ?? null,
  }
  await tx.networkStatus.upsert({
    where: { chainId },
    create: { chainId, ...row },
    update: row,
  })
  await tx.incident.updateMany({
    where: { chainId, endedAt: null, kind: { notIn: [...kinds] } },
    data: { endedAt: at },
  })
  await tx.$executeRaw`
    INSERT INTO incidents (chain_id, kind, started_at)
    SELECT ${chainId}, kind, ${at} FROM unnest(${[...kinds]}::text[]) AS kind
    ON CONFLICT (chain_id, kind) WHERE ended_at IS NULL DO NOTHING`
}

/** Lists the figures of all networks. */
export async function listStatuses(db: Transaction): Promise<NetworkStatus[]> {
  const rows = await db.networkStatus.findMany({ orderBy: { chainId: 'asc' } })
  return rows.map((row) => ({
    ...row,
    head: row.head ?? undefined,
    headAt: row.headAt ?? undefined,
    indexed: row.indexed ?? undefined,
    indexedAt: row.indexedAt ?? undefined,
    marketIndexed: row.marketIndexed ?? undefined,
    roundAt: row.roundAt ?? undefined,
  }))
}

type Period = { readonly since: Date; readonly limit: number }

/** Lists incidents that continue or ended after a time, newest first. */
export async function listIncidents(
  db: Transaction,
  { since, limit }: Period,
): Promise<Incident[]> {
  const rows = await db.incident.findMany({
    where: { OR: [{ endedAt: null }, { endedAt: { gte: since } }] },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return rows.map(({ chainId, kind, startedAt, endedAt }) => ({
    ...{ chainId, kind: kind as IncidentKind, startedAt },
    endedAt: endedAt ?? undefined,
  }))
}

/** Deletes incidents that ended before a time. */
export async function deleteOldIncidents(
  db: Transaction,
  { chainId, before }: { readonly chainId: number; readonly before: Date },
): Promise<void> {
  await db.incident.deleteMany({ where: { chainId, endedAt: { lt: before } } })
}
