import { Client } from 'pg'
import { temporaryFolder } from './instance'
import { notificationOf, openDeliveryStage } from './load/delivery-stage'
import { createReport, median, quantile } from './load/measure'

// Notifications: throughput of the outbox to a webhook compared with bare claims of its rows one by one, latency from
// the transaction to the receiver, and the fan-out of one event to ten thousand subscribers.
const rounds = 5
const accounts = Array.from({ length: 200 }, (_, index) => accountOf(index + 1))
const perAccount = 25
const crowd = accountOf(1_000)
const report = createReport('notifications')
const folder = temporaryFolder()
const stage = await openDeliveryStage(folder.path)
const client = new Client({ connectionString: stage.url })
await client.connect()
try {
  report.calibrate()
  await stage.subscribe(accounts, 1)
  await stage.subscribe([crowd], 10_000)
  await measureRate()
  await measureLatency()
  await measureCrowd()
  report.calibrate()
} finally {
  await client.end()
  await stage.end()
  folder.remove()
}

function accountOf(number: number): string {
  return `0x${number.toString(16).padStart(40, '0')}`
}

/** Interleaved, so that machine load affects both. */
async function measureRate(): Promise<void> {
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    await fill(`ours ${round}`)
    const ours = await sendAll()
    await fill(`bare ${round}`)
    const bare = await claimAll()
    if (round < 0) continue
    rates.ours.push(ours)
    rates.bare.push(bare)
  }
  const ratios = rates.ours.map((rate, round) => rate / (rates.bare[round] ?? 0))
  report.say(
    `deliveries a second: sent ${median(rates.ours).toFixed(0)}, claimed bare ${median(rates.bare).toFixed(0)}`,
  )
  report.ratio('sent, of a bare claim:', median(ratios), { floor: 0.3 })
}

/** Refills the outbox: 5,000 rows of 200 receivers. */
async function fill(name: string): Promise<void> {
  await client.query('TRUNCATE notifications, deliveries')
  await client.query('DELETE FROM graphile_worker._private_jobs')
  const notifications = accounts.flatMap((account) =>
    Array.from({ length: perAccount }, (_, index) =>
      notificationOf(account, `${name} ${account} ${index}`),
    ),
  )
  await stage.notify(notifications)
  await client.query('VACUUM ANALYZE deliveries')
}

async function sendAll(): Promise<number> {
  const count = accounts.length * perAccount
  const began = performance.now()
  await stage.start()
  await stage.hear(count)
  await untilSent()
  const seconds = (performance.now() - began) / 1_000
  await stage.stop()
  return count / seconds
}

async function untilSent(): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`SELECT 1 FROM deliveries WHERE state = 'waiting' LIMIT 1`)
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The minimum work of a worker, with a dedicated index: claim a free row and mark it, one by one. */
async function claimAll(): Promise<number> {
  const claim = {
    name: 'claim',
    text: `UPDATE bare SET is_sent = true WHERE id = (
        SELECT id FROM bare WHERE NOT is_sent ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id`,
  }
  await client.query(`DROP TABLE IF EXISTS bare`)
  await client.query('CREATE TABLE bare (LIKE deliveries INCLUDING INDEXES)')
  await client.query('ALTER TABLE bare ADD is_sent boolean NOT NULL DEFAULT false')
  await client.query('INSERT INTO bare SELECT * FROM deliveries')
  await client.query('CREATE INDEX ON bare (id) WHERE NOT is_sent')
  await client.query('VACUUM ANALYZE bare')
  const began = performance.now()
  let count = 0
  while ((await client.query(claim)).rows.length > 0) count += 1
  return (count / (performance.now() - began)) * 1_000
}

/** Measures from before the transaction to the receiver, one at a time and sometimes several. */
async function measureLatency(): Promise<void> {
  const began = new Map<string, number>()
  await client.query('TRUNCATE notifications, deliveries')
  await stage.start()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const count = 1_000
  const heard = stage.hear(count)
  const sends: Promise<unknown>[] = []
  for (let index = 0; index < count; index++) {
    const account = accounts[(index * 7) % accounts.length] ?? ''
    const notification = notificationOf(account, `latency ${index}`)
    began.set(notification.id, Date.now())
    sends.push(stage.notify([notification]))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await Promise.all(sends)
  const times = (await heard).map(({ id, atMs }) => atMs - (began.get(id) ?? 0))
  await untilSent()
  report.say(`commit to delivery: median ${median(times).toFixed(0)} ms`)
  report.atMost('commit to delivery, 99 of 100:', quantile(times, 0.99), {
    ceiling: 250,
    unit: 'ms',
  })
  await stage.stop()
}

async function measureCrowd(): Promise<void> {
  await client.query('TRUNCATE notifications, deliveries')
  await stage.start()
  await new Promise((resolve) => setTimeout(resolve, 500))
  const began = performance.now()
  const heard = stage.hear(10_000)
  await stage.notify([notificationOf(crowd, 'crowd')])
  report.say(`10,000 deliveries created in ${((performance.now() - began) / 1_000).toFixed(2)} s`)
  await heard
  await untilSent()
  const seconds = (performance.now() - began) / 1_000
  report.atMost('one event to 10,000 subscribers:', seconds, { ceiling: 10, unit: 's' })
  await stage.stop()
}
