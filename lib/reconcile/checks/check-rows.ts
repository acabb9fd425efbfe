import { digestAffiliateCode } from '@/lib/affiliate/registration/affiliate-digest'
import { maxAttempts } from '@/lib/channels/sending/retry-schedule'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { findKeySignature } from '@/lib/orders/signatures/account-signature'
import type { Check, Finding, Invariant, Scan } from '@/lib/reconcile/invariant'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import {
  type BrokenRow,
  type CheckedRegistration,
  listOrdersSettledTwice,
  listRegistrations,
  listWrongDeliveries,
  listWrongQuotes,
  listWrongTransactions,
} from './row-query'

/** Rows of a table in a sample, and in a complete check: more than a day adds, in a statement of a few seconds. */
const sampleSize = 500
const maxRows = 100_000
/** Each registration costs the recovery of a key. */
const maxRegistrations = 20_000
const limitOf = ({ scope }: Scan) => (scope === 'sample' ? sampleSize : maxRows)

const toFindings = (invariant: Invariant, kind: string, rows: readonly BrokenRow[]): Finding[] =>
  rows.map(({ id, detail }) => ({ invariant, subject: `${kind} ${id}`, detail }))

/** An order is in one unfinished settlement at most, a nonce in one transaction (8), and epochs never decrease (18). */
export const checkTransactions: Check = {
  invariants: [8, 18],
  run: async (ctx, scan) => {
    const { chainId, again } = scan
    const role = auctionRole(chainId)
    const ids = again.get('transaction') ?? []
    const limit = limitOf(scan)
    const [orders, { examined, rows }] = await Promise.all([
      listOrdersSettledTwice(ctx.db, chainId),
      listWrongTransactions(ctx.db, { chainId, limit, ids, role }),
    ])
    const findings = [
      ...toFindings(8, 'settling', orders),
      ...rows.flatMap((row) => toFindings(row.isEpoch ? 18 : 8, 'transaction', [row])),
    ]
    return { items: examined, findings }
  },
}

/** Quotes expire after they were made (14). */
export const checkQuotes: Check = {
  invariants: [14],
  run: async (ctx, scan) => {
    const limit = limitOf(scan)
    const ids = scan.again.get('quote') ?? []
    const { examined, rows } = await listWrongQuotes(ctx.db, { chainId: scan.chainId, limit, ids })
    return { items: examined, findings: toFindings(14, 'quote', rows) }
  },
}

/** Deliveries are not overdue by a minute without a job, nor tried more often than the schedule allows (17). */
export const checkDeliveries: Check = {
  invariants: [17],
  run: async (ctx, scan) => {
    const limit = limitOf(scan)
    const ids = scan.again.get('delivery') ?? []
    const { examined, rows } = await listWrongDeliveries(ctx.db, {
      ...{ chainId: scan.chainId, limit, ids, maxAttempts },
    })
    return { items: examined, findings: toFindings(17, 'delivery', rows) }
  },
}

/** Network whose check examines what belongs to none: mainnet, else the first one. */
const homeOf = ({ config }: Context) =>
  config.chainIds.includes(1) ? 1 : (config.chainIds[0] ?? 1)

/** Registrations have a signature by the key of their wallet, used for that code (13). Contracts sign as they please. */
export const checkRegistrations: Check = {
  invariants: [13],
  run: async (ctx, scan) => {
    if (scan.chainId !== homeOf(ctx)) return { items: 0, findings: [] }
    const ids = scan.again.get('registration') ?? []
    const limit = Math.min(limitOf(scan), maxRegistrations)
    const rows = await listRegistrations(ctx.db, { limit, ids })
    const findings: Finding[] = []
    for (const row of rows) {
      const detail = await findSignatureFault(ctx, row)
      if (detail) findings.push({ invariant: 13, subject: `registration ${row.id}`, detail })
    }
    return { items: rows.length, findings }
  },
}

async function findSignatureFault(
  ctx: Context,
  { walletAddress, code, signedMessage, digest }: CheckedRegistration,
): Promise<string | undefined> {
  if (digest === null) return 'its signature is not among the used ones'
  const account = walletAddress as Address
  const digests = [
    digest,
    digestAffiliateCode(ctx.config.affiliateName, { walletAddress: account, code }),
  ]
  for (const one of digests) {
    const found = await findKeySignature({
      account,
      digest: one as `0x${string}`,
      signature: signedMessage,
    })
    if (found) return undefined
  }
  const hasCode = await isContract(ctx, account)
  return hasCode ? undefined : 'its signature is not by the wallet'
}

/** Without mainnet a contract cannot be told from a key, and is trusted. */
async function isContract(ctx: Context, address: Address): Promise<boolean> {
  if (!ctx.config.chainIds.includes(1)) return true
  const code = await ctx.chain(1).client.getCode({ address })
  return code !== undefined && code !== '0x'
}
