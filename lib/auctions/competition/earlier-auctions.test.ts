import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { parseData, stringifyData } from '@/lib/auctions/replay/auction-input'
import {
  fixtureAuction,
  fixtureOrder,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { test } from '@/lib/testing/test'
import { findAuctionInput } from './competition-store'
import { findCompetition } from './published-competition-store'

const folder = 'prisma/migrations'
const change = '20261122180000_competition'

test('reads auctions stored before there could be several winners', async ({
  freshDatabase: database,
}) => {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    const names = readdirSync(folder).filter((name) => /^\d/.test(name))
    const run = async (name: string) =>
      client.query(readFileSync(join(folder, name, 'migration.sql'), 'utf8'))
    for (const name of names.filter((name) => name < change).sort()) await run(name)
    const auction = fixtureAuction([fixtureOrder(1, { sellToken: usdc, buyToken: weth })], [])
    await insertEarlier(client, stringifyData(auction))
    for (const name of names.filter((name) => name >= change).sort()) await run(name)
    const input = { auction, proposals: [], unfinishedSolvers: [] }
    expect(await findAuctionInput(database.db, 7n)).toEqual(input)
    const competition = await findCompetition(database.db, { chainId: 1, auctionId: 7n })
    expect(competition?.orderUids).toEqual(auction.orders.map(({ uid }) => uid))
    expect(competition?.solutions).toMatchObject([
      { solver: 'route', isWinner: true, referenceScore: 3n, txHash: `0x${'22'.repeat(32)}` },
      { solver: 'crossing', isWinner: false, referenceScore: undefined, txHash: undefined },
    ])
    expect(parseData(stringifyData(input))).toEqual(input)
  } finally {
    await client.end()
  }
})

async function insertEarlier(client: Client, input: string): Promise<void> {
  await client.query(
    `insert into auctions (id, chain_id, block_number, block_hash, deadline_block, input, created_at)
     values (7, 1, 100, $1, 105, $2, now())`,
    [`0x${'11'.repeat(32)}`, input],
  )
  const solver = `0x${'33'.repeat(20)}`
  const rows = [
    ['route', 5, 1, true],
    ['crossing', 3, 2, false],
  ]
  for (const row of rows) {
    await client.query(
      `insert into solutions (id, auction_id, solver, score, ranking, is_winner, solver_address, filtered_out,
         clearing_prices, orders, gas)
       values ($3::int + 70, 7, $1, $2, $3, $4, $5, false, '{}', '[]', 1)`,
      [...row, solver],
    )
  }
  await client.query(
    `insert into settlement_transactions (chain_id, solution_id, solver_address, nonce, tx_hash, raw_transaction,
       state, epoch, order_uids, deadline_block, block_number, created_at, updated_at)
     values (1, 71, $1, 1, $2, '0x02', 'mined', 1, array[$3], 105, 101, now(), now())`,
    [solver, `0x${'22'.repeat(32)}`, `0x${'44'.repeat(56)}`],
  )
}
