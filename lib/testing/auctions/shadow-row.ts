import type { Hex } from '@/lib/core/bytes'
import type { Database } from '@/lib/db/database'
import {
  type FollowedBlock,
  insertShadowSettlement,
  listUnfollowed,
  saveFollowed,
} from '@/lib/settlements/submission/shadow-store'

type RowFacts = {
  readonly auctionId: bigint
  readonly chainId?: number
  readonly uid?: Hex
  /** What the block after its simulation would have done with it. */
  readonly block: Omit<FollowedBlock, 'block'>
}

/** Stores a public shadow settlement of one order that a block has decided. */
export async function createRow(
  db: Database,
  { auctionId, chainId = 1, uid = '0x01', block }: RowFacts,
): Promise<void> {
  const amounts = { sellAmount: String(10n ** 40n), buyAmount: String(3n * 10n ** 9n) }
  await insertShadowSettlement(db, {
    ...{ chainId, auctionId, blockNumber: 99n, orderUids: [uid], callData: '0x', tokens: [] },
    trades: [{ uid, kind: 'sell', ...amounts, value: String(10n ** 18n), surplus: '1' }],
    ...{
      gas: 240_000n,
      maxFee: 60n * 10n ** 9n,
      tip: 10n ** 6n,
      value: 10n ** 18n,
      kept: 10n ** 16n,
    },
    ...{ gasLimit: 300_000n, feeCap: 60n * 10n ** 9n, deadlineBlock: 104n },
    ...{ privateUntilBlock: undefined, plan: undefined, createdAt: new Date() },
  })
  const [row] = (await listUnfollowed(db, { chainId, limit: 1 })).slice(-1)
  if (!row) throw new Error('the settlement was not stored')
  await saveFollowed(db, row, { followed: [{ block: 100, ...block }], endedAt: new Date() })
}
