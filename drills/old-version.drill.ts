import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { approve } from '@/lib/testing/chain/chain-actions'
import { openWorkers } from '@/lib/testing/faults/worker-process'
import { startWebProcess } from '@/lib/testing/http/start-web-process'
import { orderBody } from '@/lib/testing/orders/order-body'
import { signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { skipAbsent } from '@/lib/testing/programs'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

// Migrations expand first and contract releases later, so that old and new processes run together on the new schema: the
// commit before the newest migration, and every tagged state.

const run = (command: string, args: readonly string[], cwd = process.cwd()) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  return { isDone: status === 0, text: stdout?.trim() ?? '', problem: stderr ?? '' }
}
const git = (...args: string[]) => run('git', args)

/** The commits to run, by name; none without the history. */
function listVersions(): readonly (readonly [string, string])[] {
  const newest = readdirSync('prisma/migrations')
    .filter((name) => /^[0-9]/.test(name))
    .sort()
    .at(-1)
  const path = `prisma/migrations/${newest}`
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', path)
  const before = git('rev-parse', '--verify', '--quiet', `${added.text}^`)
  if (!added.text || !before.isDone) return []
  const tags = git('tag', '--merged', 'HEAD').text.split('\n').filter(Boolean)
  return [[`before ${newest}`, before.text], ...tags.map((tag) => [tag, tag] as const)]
}

const found = listVersions()
const versions = found.length > 0 ? found : [['an earlier version', ''] as const]
const folder = mkdtempSync(join(tmpdir(), 'coincide-old-'))
afterAll(() => {
  for (const name of readdirSync(folder)) git('worktree', 'remove', '--force', join(folder, name))
  rmSync(folder, { recursive: true, force: true })
})

/** Checks a version out, with the packages of this one. */
function checkOut(name: string, commit: string): string {
  const root = join(folder, name.replaceAll(/[^\w.-]/g, '-'))
  const made = git('worktree', 'add', '--detach', root, commit)
  if (!made.isDone) throw new Error(made.problem)
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  const generated = run(process.execPath, ['scripts/generate.mjs'], root)
  if (!generated.isDone) throw new Error(generated.problem)
  return root
}

test.for(versions)(
  '%s serves and settles on the new schema, alone and beside this version',
  { timeout: 900_000 },
  async ([name, commit], { freshDatabase, freshNetwork: network, onTestFinished, task, skip }) => {
    if (commit === '') skipAbsent({ task, skip }, 'the history of Git')
    const root = checkOut(name, commit)
    const environment = {
      DATABASE_URL: freshDatabase.url,
      RPC_URL_1: network.rpcUrl,
      EMBEDDED_CHAIN_IDS: '1',
      SETTLE: 'on',
      SOLVER_PRIVATE_KEY: network.solver.privateKey,
      AUCTION_INTERVAL_SECONDS: '0.5',
      WRITES_PER_SECOND: '0',
      READS_PER_SECOND: '0',
      MAX_OPEN_LIMIT_ORDERS: '0',
    }
    const webs = await Promise.all([
      startWebProcess(environment, root),
      startWebProcess(environment),
    ])
    onTestFinished(async () => {
      await Promise.all(webs.map((web) => web.stop()))
    })
    const [old, current] = [openWorkers(environment, root), openWorkers(environment)]
    onTestFinished(async () => {
      await Promise.all([old.kill(), current.kill()])
    })
    for (const { url } of webs) expect((await fetch(`${url}/readyz`)).status).toBe(200)

    const trader = network.accounts[1] ?? network.solver
    const { WETH: sellToken = '0x', USDC: buyToken = '0x' } = network.tokens
    const approval = { owner: trader.address, spender: defaultVaultRelayer, amount: maxUint256 }
    await approve(network.rpcUrl, { token: sellToken, ...approval })
    const placed: string[] = []
    const place = async (url: string) => {
      const validTo = Math.floor(Date.now() / 1_000) + 1_200
      const amounts = { sellAmount: 10n ** 16n + BigInt(placed.length), buyAmount: 1n }
      const signed = await signTestOrder({ sellToken, buyToken, validTo, ...amounts }, trader)
      const response = await fetch(`${url}/api/v1/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: orderBody(signed),
      })
      const answer = await response.json()
      expect(response.status, JSON.stringify(answer)).toBe(201)
      placed.push(answer)
    }
    const settleTwo = async () => {
      for (const { url } of webs) await place(url)
      const where = { status: 'fulfilled' } as const
      await until(async () => (await freshDatabase.db.order.count({ where })) === placed.length)
    }
    // The old worker alone, both, and the new one alone: as in a rolling restart, and back.
    await old.start()
    await settleTwo()
    await current.start()
    await settleTwo()
    await old.kill()
    await settleTwo()
    await old.start()
    await current.kill()
    await settleTwo()

    for (const uid of placed) {
      const read = webs.map(async ({ url }) => (await fetch(`${url}/api/v1/orders/${uid}`)).json())
      const [before, after] = await Promise.all(read)
      expect(after).toMatchObject({
        status: 'fulfilled',
        executedSellAmount: before.executedSellAmount,
      })
      expect(before.status).toBe('fulfilled')
    }
    expect(await freshDatabase.db.trade.count()).toBe(placed.length)
    const filled = { type: 'order_filled' } as const
    expect(await freshDatabase.db.notification.count({ where: filled })).toBe(placed.length)
  },
)
