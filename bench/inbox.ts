import { Client } from 'pg'
import type { Hex } from '@/lib/core/bytes'
import { signedIn, testSessionSecret } from '@/lib/testing/accounts/signed-in'
import { createTestContext } from '@/lib/testing/test-context'
import { temporaryFolder } from './instance'
import { createReport, quantile } from './load/measure'
import { createOrderDatabase, startDatabases } from './load/order-database'
import { createProcesses } from './load/processes'

// The inbox: time to read pages and to mark notifications for an account with a hundred thousand notifications, in a
// database with as many of other accounts.
const turns = 600
const account: Hex = '0x00000000000000000000000000000000000000aa'
const order: Hex = `0x${'ab'.repeat(56)}`
const report = createReport('inbox')
const folder = temporaryFolder()
const processes = createProcesses()
const postgres = await startDatabases(folder.path)
try {
  report.calibrate()
  const { url } = await createOrderDatabase(postgres, { name: 'inboxes', orders: [] })
  await fill(url)
  await measure(url)
  report.calibrate()
} finally {
  await processes.end()
  await postgres.stop()
  folder.remove()
}

/** Most are fills on mainnet; the first half is read, and every third of the second half singly. */
async function fill(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO notifications (id, chain_id, account, type, message, metadata, order_uid, created_at, read_at)
    SELECT '0x' || encode(sha256(i::text::bytea), 'hex'), CASE WHEN i % 2000 < 2 THEN 100 ELSE 1 END,
      CASE WHEN i % 2 = 0 THEN $1 ELSE '0x' || lpad(to_hex(i % 5000), 40, '1') END,
      (CASE WHEN i % 50000 < 2 THEN 'price_improvement' WHEN i % 20 < 2 THEN 'order_expired'
        ELSE 'order_filled' END)::notification_type,
      'Order filled: sold 1 WETH for 3,021.55 USDC on Ethereum.',
      '{"orderId":"0x","executedAmount":"1000000000000000000","chainId":1}',
      CASE WHEN i % 40 < 2 THEN $2 ELSE '0x' || lpad(to_hex(i), 112, '0') END,
      now() - (200001 - i) * interval '1 minute', CASE WHEN i > 100000 AND i % 3 = 0 THEN now() END
    FROM generate_series(1, 200000) AS i`,
    [account, order],
  )
  await client.query(
    `INSERT INTO inboxes SELECT account, max(sequence) FROM notifications
      WHERE created_at < now() - interval '100000 minutes' GROUP BY account`,
  )
  await client.query(
    `INSERT INTO announcements (title, message, published_at, withdrawn_at)
      SELECT 'Pause', 'No auctions on Sunday.', now() - i * interval '1 minute', CASE WHEN i > 20 THEN now() END
      FROM generate_series(1, 200) AS i`,
  )
  await client.query('VACUUM ANALYZE')
  // Flushes the writes of filling, which are not part of the measurement.
  await client.query('CHECKPOINT')
  await client.end()
}

async function measure(url: string): Promise<void> {
  const environment = {
    DATABASE_URL: url,
    CMS_API_KEY: 'bench',
    NEXTAUTH_SECRET: testSessionSecret,
  }
  const web = await processes.startWeb(environment)
  const origin = `http://127.0.0.1:${web.port}`
  const ctx = createTestContext({ url, environment })
  const headers = { ...(await signedIn(ctx, { origin, accounts: [account] })) }
  await ctx.db.$disconnect()
  const ask = async (path: string, body?: object) => {
    const before = performance.now()
    const response = await fetch(`${origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = JSON.parse((await response.text()) || '{}') as {
      notifications: { id: string }[]
      undo: string
    }
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`)
    return { answer, ms: performance.now() - before }
  }
  const { answer } = await ask(`/api/account/inbox?limit=100&orderId=${order}`)
  const deep = answer.notifications.at(-1)?.id
  const pages = {
    'the newest': 'inbox',
    'a hundred': 'inbox?limit=100',
    'far down': `inbox?before=${deep}`,
    unread: 'inbox?unread=true',
    'a rare type': 'inbox?types=price_improvement',
    'unread of two types': 'inbox?types=price_improvement,order_expired&unread=true',
    'a rare network': 'inbox?chainId=100',
    'an order of 5,000 fills': `inbox?orderId=${order}`,
    'unread of an order': `inbox?orderId=${order}&unread=true`,
  }
  const times = new Map(Object.keys(pages).map((name) => [name, [] as number[]]))
  const others = {
    'an answer without the database': [] as number[],
    'the sessions of the account': [] as number[],
    'marking all': [] as number[],
    'undoing that': [] as number[],
  }
  for (let turn = -20; turn < turns; turn++) {
    for (const [name, path] of Object.entries(pages)) {
      const { ms } = await ask(`/api/account/${path}`)
      if (turn >= 0) times.get(name)?.push(ms)
    }
    others['an answer without the database'].push((await ask('/healthz')).ms)
    const all = await ask('/api/account/inbox/read', { all: true })
    const undo = await ask('/api/account/inbox/read', { undo: all.answer.undo })
    others['marking all'].push(all.ms)
    others['undoing that'].push(undo.ms)
    others['the sessions of the account'].push((await ask('/api/account/sessions')).ms)
  }
  report.say('an account with 100,000 notifications, 33,333 of them unread')
  for (const [name, ms] of times) {
    report.say(`page, ${name}: p50 ${quantile(ms, 0.5).toFixed(1)} ms`)
    report.atMost(`page, ${name}, p99:`, quantile(ms, 0.99), { ceiling: 10, unit: 'ms' })
  }
  for (const [name, ms] of Object.entries(others)) {
    report.say(
      `for comparison, ${name}: p50 ${quantile(ms, 0.5).toFixed(1)} ms, p99 ${quantile(ms, 0.99).toFixed(1)} ms`,
    )
  }
}
