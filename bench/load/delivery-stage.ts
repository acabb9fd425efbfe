import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import type { NewNotification } from '@/lib/core/notification'
import { inTransaction } from '@/lib/db/database'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { createTestContext } from '@/lib/testing/test-context'
import { createOrderDatabase, startDatabases } from './order-database'

/** Rows per insert statement. */
const maxRows = 1_000

/** The messages received by the sink, in order of arrival. */
type ReceivedRequest = readonly { readonly id: string; readonly atMs: number }[]

/**
 * Opens a database, a delivery worker and a webhook receiver, each in its own process; `end` ends all of
 * them.
 */
export async function openDeliveryStage(folder: string) {
  const postgres = await startDatabases(folder)
  const { url } = await createOrderDatabase(postgres, { name: 'bench', orders: [] })
  const sink = fork('bench/load/webhook-sink.ts', { execArgv: ['--import', 'tsx'] })
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  const environment = {
    ENCRYPTION_KEY: 'ab'.repeat(32),
    WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
  }
  const profile = process.env.BENCH_PROFILE
  const worker = fork('bench/load/delivery-server.ts', {
    execArgv: ['--import', 'tsx', ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])],
    env: { ...process.env, ...environment, DATABASE_URL: url, NODE_ENV: 'production' },
  })
  await once(worker, 'message')
  const ctx = createTestContext({ url, environment })

  /** Subscribes accounts to the sink, each `each` times. */
  const subscribe = async (accounts: readonly string[], each: number) => {
    const paths = Array.from({ length: each }, (_, index) => index)
    const data = accounts.flatMap((account) =>
      paths.map((path) => ({
        account,
        channel: 'webhook' as const,
        label: 'sink',
        targetKey: String(path),
        target: sealed(`http://127.0.0.1:${port}/${path}`),
        secret: encrypt(ctx.config, 'secret', `whsec_${Buffer.alloc(32, path).toString('base64')}`),
        types: ['order_filled' as const],
        confirmed: true,
      })),
    )
    // More rows than a statement holds would be sent as several at once, on one connection.
    for (let at = 0; at < data.length; at += maxRows) {
      await ctx.db.subscription.createMany({ data: data.slice(at, at + maxRows) })
    }
  }
  const sealed = (target: string) => encrypt(ctx.config, 'target', JSON.stringify({ url: target }))
  return {
    ctx,
    url,
    subscribe,
    notify: (notifications: readonly NewNotification[]) =>
      inTransaction(ctx.db, (tx) => saveNotifications(tx, notifications)),
    /** Resolves once the sink has received `count` messages since the previous call. */
    hear: (count: number) => ask<ReceivedRequest>(sink, count),
    start: () => ask(worker, 'start'),
    stop: () => ask(worker, 'stop'),
    end: async () => {
      sink.kill()
      const ended = once(worker, 'exit')
      worker.disconnect()
      await ended
      await ctx.db.$disconnect()
      await postgres.stop()
    },
  }
}

async function ask<Answer>(child: ChildProcess, task: string | number): Promise<Answer> {
  const answer = once(child, 'message')
  child.send(task)
  return (await answer)[0] as Answer
}

/** Returns a notification of an account. */
export function notificationOf(account: string, id: string): NewNotification {
  const orderUid = `0x${'ab'.repeat(56)}` as const
  return {
    id,
    chainId: 1,
    account: account as NewNotification['account'],
    type: 'order_filled',
    message: 'Order filled: sold 1 WETH for 3,000 USDC on Ethereum.',
    orderUid,
    metadata: { orderId: orderUid, executedAmount: '1000000000000000000', chainId: 1 },
  }
}
