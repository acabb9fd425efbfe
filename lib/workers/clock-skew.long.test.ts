import { expect } from 'vitest'
import { listLedRoles } from '@/lib/db/leadership'
import { createRpc } from '@/lib/devnet/rpc'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { openWorkers } from '@/lib/testing/faults/worker-process'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

/** Shifts every clock of a Node process that counts from 1970. */
function skewedBy(seconds: number): string {
  const code = `const Real = Date, shift = ${seconds * 1_000}
globalThis.Date = class extends Real {
  constructor(...given) { given.length === 0 ? super(Real.now() + shift) : super(...given) }
  static now() { return Real.now() + shift }
}`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

type Stamped = { readonly timestamp: string }

test.for([
  { seconds: 600, settles: true },
  // The newest block is in its future: it settles nothing, says why, and hands the auctions over.
  { seconds: -600, settles: false },
])(
  'orders expire by the chain and the database though the clock of a worker is $seconds seconds off, and settle once',
  { tags: ['long'] },
  async ({ seconds, settles }, { freshDatabase: { db, url }, freshNetwork, onTestFinished }) => {
    const rpc = createRpc(freshNetwork.rpcUrl)
    const blocks = setInterval(() => void rpc('anvil_mine', []).catch(() => {}), 500)
    onTestFinished(() => clearInterval(blocks))
    const environment = {
      DATABASE_URL: url,
      RPC_URL_1: freshNetwork.rpcUrl,
      EMBEDDED_CHAIN_IDS: '1',
      SOLVER_PRIVATE_KEY: freshNetwork.solver.privateKey,
      AUCTION_INTERVAL_SECONDS: '0.5',
    }
    const skewed = openWorkers({ ...environment, NODE_OPTIONS: skewedBy(seconds) })
    const right = openWorkers(environment)
    onTestFinished(() => skewed.kill())
    onTestFinished(() => right.kill())
    // The chain keeps time with the machine, apart from what earlier tests did to it.
    const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as Stamped
    const now = Math.max(Math.floor(Date.now() / 1_000), Number(timestamp) + 1)
    await rpc('evm_setNextBlockTimestamp', [now])
    await rpc('anvil_mine', [])
    const never = { buyAmount: 10n ** 30n }
    const [lasting] = await signOppositeOrders(freshNetwork, { ...never, validTo: now + 500 })
    const [brief] = await signOppositeOrders(freshNetwork, { ...never, validTo: now + 5 })
    const pair = await signOppositeOrders(freshNetwork, { buyAmount: 1_000n })
    for (const order of [lasting, brief, ...pair]) await insertOrder(db, order)
    const role = auctionRole(1)
    const led = async () => (await listLedRoles(db, [role])).get(role)
    const count = async (status: 'expired' | 'fulfilled') => db.order.count({ where: { status } })
    await skewed.start()
    await until(async () => (await count('expired')) === 1)
    expect(await db.order.findUnique({ where: { uid: brief.uid } })).toMatchObject({
      status: 'expired',
    })
    if (settles) await until(async () => (await count('fulfilled')) === 2)
    else expect(await count('fulfilled')).toBe(0)
    if (settles) await skewed.kill()
    else await until(async () => (await led())?.isCandidate === false)
    await right.start()
    await until(async () => (await count('fulfilled')) === 2)
    expect(await count('expired')).toBe(1)
    if (!settles) expect((await led())?.isCandidate).toBe(true)
    const types = ['order_filled', 'order_expired'] as const
    const told = await db.notification.groupBy({ by: ['type'], _count: true })
    const counts = types.map((name) => told.find(({ type }) => type === name)?._count)
    expect(counts).toEqual([2, 1])
  },
)
