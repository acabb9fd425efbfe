import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { accountOf } from '@/lib/testing/channels/delivery-fixture'
import { createTestContext } from '@/lib/testing/test-context'
import { sendWebhook } from './send-webhook'
import { makeWebhookSecret } from './webhook-signature'

const library = "from 'standardwebhooks'"

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the documented receiver accepts only messages that we sign', async () => {
  const blocks = readFileSync('docs/webhooks.md', 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm)
  const script = [...blocks].map(([, code = '']) => code).find((code) => code.includes(library))
  const secret = makeWebhookSecret()
  const port = await freePort()
  const receiver = spawn(
    process.execPath,
    ['--input-type=module', '-e', (script ?? '').replace('listen(8080)', `listen(${port})`)],
    { env: { ...process.env, WEBHOOK_SECRET: secret }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    const host = `localhost:${port}`
    const ctx = createTestContext({ environment: { WEBHOOK_ALLOWED_HOSTS: host } })
    const orderUid = `0x${'cd'.repeat(56)}` as const
    const notification = {
      ...{ id: `0x${'1f'.repeat(32)}`, chainId: 1, account: accountOf(1), orderUid },
      ...{ type: 'order_filled' as const, message: 'Order filled.', createdAt: new Date() },
      metadata: { orderId: orderUid, executedAmount: '1', chainId: 1 },
    }
    const facts = { subscriptionId: '1', account: accountOf(1), target: { url: `http://${host}/` } }
    const send = (secrets: readonly string[]) =>
      sendWebhook(ctx, { ...facts, secrets }, [notification])
    await expect.poll(() => send([secret])).toEqual({ kind: 'sent', status: 204 })
    const [line] = await once(receiver.stdout, 'data')
    expect(String(line)).toBe(`order_filled Order filled. ${orderUid}\n`)
    expect(await send([makeWebhookSecret()])).toMatchObject({ kind: 'failed', status: 400 })
  } finally {
    receiver.kill()
  }
})
