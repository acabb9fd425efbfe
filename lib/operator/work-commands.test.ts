import { describe, expect } from 'vitest'
import { deleteNodeSplit, saveNodeSplit } from '@/lib/chain/nodes/split-store'
import type { Hex } from '@/lib/core/bytes'
import { retractedError } from '@/lib/outbox/delivery-store'
import { insertCost } from '@/lib/settlements/books/cost-store'
import { saveRelayProblem } from '@/lib/settlements/books/solver-account-store'
import { done, type OperatorFixture, trader } from '@/lib/testing/accounts/operator-fixture'
import { test } from '@/lib/testing/test'

let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})

describe('dead work', () => {
  async function deadDelivery(): Promise<string> {
    const { uid } = await fixture.place()
    const account = trader.address
    await fixture.ctx.db.notification.create({
      data: {
        id: uid,
        chainId: 1,
        account,
        type: 'order_filled',
        message: 'm',
        metadata: {},
        orderUid: uid,
        createdAt: new Date(),
      },
    })
    const subscription = await fixture.ctx.db.subscription.create({
      data: {
        account,
        channel: 'webhook',
        label: 'example.org',
        targetKey: uid,
        target: 'sealed',
      },
    })
    const delivery = await fixture.ctx.db.delivery.create({
      data: {
        notificationId: uid,
        subscriptionId: subscription.id,
        state: 'dead',
        attempts: 8,
        dueAt: new Date(0),
        lastError: '410\u001b[2J gone',
      },
    })
    return String(delivery.id)
  }

  async function abandonedSettlement(uid: Hex): Promise<Hex> {
    const [createdAt, txHash]: [Date, Hex] = [new Date(), `0x${'ab'.repeat(32)}`]
    const facts = { chainId: 1, createdAt, deadlineBlock: 2n }
    const auction = await fixture.ctx.db.auction.create({
      data: { ...facts, blockNumber: 1n, blockHash: txHash },
    })
    const solverAddress = trader.address
    const place = { ranking: 1, isWinner: true, filteredOut: false }
    const empty = { score: '1', clearingPrices: {}, orders: [], gas: 1n }
    await fixture.ctx.db.solution.create({
      data: { auctionId: auction.id, solver: 'route', solverAddress, ...place, ...empty },
    })
    const sent = {
      txHash,
      rawTransaction: '0x02',
      nonce: 0n,
      epoch: 1n,
      state: 'abandoned',
    } as const
    await fixture.ctx.db.settlementTransaction.create({
      data: { ...facts, ...sent, solverAddress, orderUids: [uid] },
    })
    return txHash
  }

  test('is listed as deliveries, quarantined orders and abandoned settlements', async () => {
    const id = await deadDelivery()
    const { uid } = await fixture.place()
    await fixture.ctx.db.order.update({
      where: { uid },
      data: { failedSettlements: 3, frozenUntil: new Date(4_000_000_000_000) },
    })
    const txHash = await abandonedSettlement(uid)
    const rows = JSON.parse((await fixture.operate('work list --json')).out)
    expect(rows).toEqual([
      expect.objectContaining({ kind: 'delivery', id, replay: 'yes' }),
      expect.objectContaining({ kind: 'order', id: uid, replay: 'yes' }),
      expect.objectContaining({ kind: 'settlement', id: txHash, replay: 'no' }),
    ])
    expect((await fixture.operate('work list')).out).not.toContain('\u001b')
  })

  test('is listed with nodes that disagree, by host', async () => {
    const [since, seenAt] = [new Date(0), new Date()]
    const split = { chainId: 1, subject: 'events', host: 'node.example', since, seenAt } as const
    await saveNodeSplit(fixture.ctx.db, split)
    const rows = JSON.parse((await fixture.operate('work list --json')).out)
    expect(rows[0]).toMatchObject({ kind: 'nodes', id: 'node.example', replay: 'no' })
    await deleteNodeSplit(fixture.ctx.db, split)
  })

  test('is listed with an outage of the private endpoints', async () => {
    const account = { chainId: 1, address: trader.address }
    const relayProblem = 'no private endpoint answers since noon'
    await saveRelayProblem(fixture.ctx.db, { ...account, relayProblem })
    const listed = async () => (await fixture.operate('work list --json')).out
    expect(JSON.parse(await listed())[0]).toMatchObject({
      ...{ kind: 'solver', replay: 'no', problem: `mainnet: ${relayProblem}` },
    })
    await saveRelayProblem(fixture.ctx.db, { ...account, relayProblem: undefined })
    expect(await listed()).not.toContain('private endpoint')
  })

  test('is listed with networks where refunds wait', async () => {
    const txHash = `0x${'cd'.repeat(32)}` as const
    await insertCost(fixture.ctx.db, {
      ...{ chainId: 1, txHash, kind: 'refund', succeeded: true, nonce: 1n, blockNumber: 1n },
      ...{ solverAddress: trader.address, blockHash: txHash, timestamp: 4_000_000_000 },
      ...{ gasUsed: 1n, gasPrice: 1n, gasWei: 1n, l1Wei: 0n, costWei: 10n ** 18n },
      ...{ auctionId: undefined, kept: undefined, keptWei: 0n, owedWei: 0n },
      ...{ slackWei: 0n, burnWei: 0n },
    })
    const listed = async () => JSON.parse((await fixture.operate('work list --json')).out)
    const row = { kind: 'refunds', id: 'mainnet', replay: 'no' }
    expect(await listed()).toContainEqual(expect.objectContaining(row))
    await fixture.ctx.db.settlementCost.deleteMany()
    expect(await listed()).not.toContainEqual(expect.objectContaining(row))
  })

  test('is replayed: deliveries become due, and orders return to auctions', async () => {
    const id = await deadDelivery()
    const { uid } = await fixture.place()
    await fixture.ctx.db.order.update({
      where: { uid },
      data: { failedSettlements: 3, frozenUntil: new Date(4_000_000_000_000) },
    })
    expect(await fixture.inAuction()).not.toContain(uid)
    expect(
      await fixture.operate(`work replay ${id} ${uid} --reason "node is back" --yes`),
    ).toMatchObject(done)
    expect(await fixture.inAuction()).toContain(uid)
    const delivery = await fixture.ctx.db.delivery.findUnique({ where: { id: BigInt(id) } })
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 0, lastError: null })
    expect(delivery!.dueAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect((await fixture.operate('work list --json')).out).not.toContain('yes')
  })

  test('is not replayed to a disabled endpoint', async () => {
    const id = await deadDelivery()
    await fixture.ctx.db.subscription.updateMany({
      data: { stoppedAt: new Date(), stoppedReason: 'answered 410' },
    })
    expect(await fixture.operate(`work replay ${id} --reason x --yes`)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/is disabled/),
    })
  })

  test('excludes deliveries of retracted notifications', async () => {
    const id = await deadDelivery()
    await fixture.ctx.db.delivery.update({
      where: { id: BigInt(id) },
      data: { lastError: retractedError },
    })
    const shown = JSON.parse((await fixture.operate('work list --json')).out) as { id: string }[]
    expect(shown.map((row) => row.id)).not.toContain(id)
    expect(await fixture.operate(`work replay ${id} --reason x --yes`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/see work list/),
    })
  })

  test('is the only work that can be replayed', async () => {
    const { uid } = await fixture.place()
    for (const id of [uid, '999999']) {
      expect(await fixture.operate(`work replay ${id} --reason x --yes`)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/see work list/),
      })
    }
    expect(await fixture.operate('work replay 0x12 --reason x --yes')).toMatchObject({ code: 2 })
  })
})
