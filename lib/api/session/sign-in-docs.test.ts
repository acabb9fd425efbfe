import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { mnemonicToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { toAddress } from '@/lib/core/address'
import { mnemonic } from '@/lib/devnet/accounts'
import { type AccountFixture, webhookActions } from '@/lib/testing/accounts/account-fixture'
import { saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { testWith } from '@/lib/testing/test'

// The message names mainnet; a key's signature needs no RPC request.
const test = testWith({ RPC_URL_1: 'http://127.0.0.1:9' })

let fixture: AccountFixture

test.beforeEach(({ accounts }) => {
  fixture = accounts
})
const { verify } = webhookActions(() => fixture)

const library = "from 'viem/siwe'"
const account = toAddress(mnemonicToAccount(mnemonic, { addressIndex: 4 }).address)

/** Runs the documented program as if it were saved next to package.json. */
async function run() {
  const blocks = readFileSync('docs/webhooks.md', 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm)
  const script = [...blocks].map(([, code = '']) => code).find((code) => code.includes(library))
  const environment = {
    ...{ COINCIDE_URL: fixture.url, WEBHOOK_URL: `http://${fixture.receiver.host}/hook` },
    ...{ FORCE_COLOR: '0', NODE_OPTIONS: '' },
  }
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { ...process.env, ...environment },
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  child.stdin.end(script)
  await once(child, 'close')
  const [out, err] = await output
  expect(err).toBe('')
  return out
}

test('the documented program signs in, adds a webhook and lists its deliveries', async () => {
  const [, secret = ''] = /WEBHOOK_SECRET=(whsec_\S+)/.exec(await run()) ?? []
  const [added, ...others] = await fixture.ctx.db.subscription.findMany({ where: { account } })
  expect({ added, others }).toMatchObject({ added: { channel: 'webhook' }, others: [] })
  await saveTestNotifications(fixture.ctx, account, ['filled'])
  await fixture.turn(added!.id)
  expect(verify(secret)).toMatchObject({ data: { account } })
  const listed = await run()
  expect(listed).toContain("state: 'sent'")
  expect(listed).not.toContain('whsec_')
  const sessions = await fixture.ctx.db.session.findMany({ where: { account } })
  expect(sessions.map(({ revokedAt }) => revokedAt === null)).toEqual([false, false])
})
