import { expect } from 'vitest'
import { createRpc } from '@/lib/devnet/rpc'
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

test.for([600, -600])(
  'a worker whose clock is %i seconds off settles, expires by the chain and the database, and notifies once',
  async (seconds, { freshDatabase: { db, url }, freshNetwork: network, onTestFinished }) => {
    const rpc = createRpc(network.rpcUrl)
    const blocks = setInterval(() => void rpc('anvil_mine', []).catch(() => {}), 500)
    onTestFinished(() => clearInterval(blocks))
    const workers = openWorkers({
      DATABASE_URL: url,
      RPC_URL_1: network.rpcUrl,
      EMBEDDED_CHAIN_IDS: '1',
      SOLVER_PRIVATE_KEY: network.solver.privateKey,
      AUCTION_INTERVAL_SECONDS: '0.5',
      NODE_OPTIONS: skewedBy(seconds),
    })
    onTestFinished(() => workers.kill())
    // The chain keeps time with the machine, apart from what earlier tests did to it.
    const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as Stamped
    const now = Math.max(Math.floor(Date.now() / 1_000), Number(timestamp) + 1)
    await rpc('evm_setNextBlockTimestamp', [now])
    await rpc('anvil_mine', [])
    const [lasting] = await signOppositeOrders(network, {
      validTo: now + 300,
      buyAmount: 10n ** 30n,
    })
    const [brief] = await signOppositeOrders(network, { validTo: now + 5, buyAmount: 10n ** 30n })
    const pair = await signOppositeOrders(network, { buyAmount: 1_000n })
    for (const order of [lasting, brief, ...pair]) await insertOrder(db, order)
    await workers.start()
    const statusOf = async (uid: string) => (await db.order.findUnique({ where: { uid } }))?.status
    for (const { uid } of pair) await until(async () => (await statusOf(uid)) === 'fulfilled')
    await until(async () => (await statusOf(brief.uid)) === 'expired')
    const { createdAt } = await db.notification.findFirstOrThrow({
      where: { type: 'order_expired' },
    })
    expect(await statusOf(lasting.uid)).toBe('open')
    expect(createdAt).toBeInstanceOf(Date)
    expect(Date.now() / 1_000).toBeGreaterThan(now + 5)
    const ends = { type: { in: ['order_filled', 'order_expired'] } } as const
    expect(
      await db.notification.count({ where: { ...ends, type: { in: [...ends.type.in] } } }),
    ).toBe(3)
  },
)
