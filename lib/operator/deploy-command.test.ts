import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect } from 'vitest'
import { gasPriceOracle } from '@/lib/chain/data-fee'
import { getTestAccount } from '@/lib/devnet/accounts'
import { operateOn, type Printed } from '@/lib/testing/accounts/operator-fixture'
import { headNumber, startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { type PlainNetwork, startPlainNetwork } from '@/lib/testing/chain/plain-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'

const deployer = getTestAccount(0)
const owner = getTestAccount(1).address
const solver = getTestAccount(2).address
const another = getTestAccount(3).address

let database: TestDatabase
let base: PlainNetwork
let untouched: unknown
const folder = mkdtempSync(join(tmpdir(), 'coincide-deploy-'))
const file = join(folder, 'service.env')
/** Everything that the commands of this file printed. */
let printed = ''

test.beforeAll(async ({ database: migrated }) => {
  database = migrated
  base = await startPlainNetwork({ chainId: 8453 })
})
test.beforeEach(async () => {
  untouched = await base.rpc('evm_snapshot', [])
  return async () => {
    await base.rpc('evm_revert', [untouched])
    rmSync(file, { force: true })
  }
})
afterAll(async () => {
  await base.stop()
  rmSync(folder, { recursive: true })
})

type Run = {
  readonly key?: string
  readonly rpcUrl?: string
  readonly environment?: Record<string, string>
  readonly answer?: string
}

async function operate(line: string, run: Run = {}): Promise<Printed> {
  const { key = deployer.privateKey, rpcUrl = base.rpcUrl, answer } = run
  const environment = { ...run.environment, ...(key && { DEPLOYER_PRIVATE_KEY: key }) }
  const rpcUrls = new Map([[8453, rpcUrl]])
  const ctx = createTestContext({ rpcUrls, environment, url: database.url })
  const result = await operateOn(ctx, line, answer === undefined ? {} : { answer })
  await ctx.db.$disconnect()
  printed += result.out + result.err
  return result
}

const deploy = `network deploy base --solver ${solver} --solver ${another} --owner ${owner}`
const confirmed = '--reason "first network" --yes'

/** The settings that a command printed or wrote. */
const settingsIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  )

test('prints every step with its address, gas and cost in a dry run, and sends nothing', async () => {
  const head = await headNumber(base.rpcUrl)
  const { code, out, err } = await operate(`${deploy} --write ${file} --reason x --dry-run`)
  expect([code, err]).toEqual([0, 'Dry run: nothing was changed.\n'])
  expect(out).toMatch(
    /deploy +0x[0-9a-f]{40} +settlement contract, with its vault relayer: 4\d{6} gas, 0\.0\d+ ETH +planned/,
  )
  expect(out.match(/planned/g)).toHaveLength(6 + 2 + 2 + 1 + 1)
  expect(out).toMatch(/all steps cost 0\.0\d+ ETH;/)
  expect(out).toMatch(/0x\S+ has \d+\.?\d* ETH and needs 0\.0\d+/)
  expect(settingsIn(out)).toMatchObject({ SETTLEMENT_CONTRACT: expect.stringMatching(/^0x/) })
  expect(await headNumber(base.rpcUrl)).toBe(head)
  expect(() => statSync(file)).toThrow()
})

test('estimates the steps on a chain without the CREATE2 factory too', {
  tags: ['long-only'],
}, async () => {
  const factory = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
  await base.rpc('anvil_setCode', [factory, '0x'])
  const { code, out } = await operate(`${deploy} --reason x --dry-run`)
  expect(code).toBe(0)
  expect(out).toMatch(/fund +0x3fab\S+ +pays for the CREATE2 factory: 21\d{3} gas, 0\.01\d+ ETH/)
  expect(out).toMatch(new RegExp(`deploy +${factory} +CREATE2 factory, .*: 100000 gas, 0 ETH`))
  expect(out).toMatch(/settlement contract, with its vault relayer: 4\d{6} gas/)
})

test('states in a dry run what the steps then cost', { tags: ['long-only'] }, async () => {
  const balance = async () =>
    BigInt((await base.rpc('eth_getBalance', [deployer.address, 'latest'])) as string)
  const { out } = await operate(`${deploy} --reason x --dry-run`)
  const stated = Number(/all steps cost (\S+) ETH/.exec(out)?.[1])
  const gas = [...out.matchAll(/: (\d+) gas/g)].reduce((sum, [, used]) => sum + Number(used), 0)
  const nonce = async () =>
    Number(await base.rpc('eth_getTransactionCount', [deployer.address, 'latest']))
  const before = { wei: await balance(), nonce: await nonce() }
  await operate(`${deploy} ${confirmed}`)
  const paid = Number(before.wei - (await balance())) / 1e18
  // The base fee falls from block to block on an idle chain, and Anvil charges no fee for data.
  expect(paid).toBeLessThan(stated)
  let used = 0
  const head = await headNumber(base.rpcUrl)
  for (let block = head; block > head - BigInt((await nonce()) - before.nonce); block -= 1n) {
    const receipts = (await base.rpc('eth_getBlockReceipts', [`0x${block.toString(16)}`])) as {
      gasUsed: string
    }[]
    used += receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0)
  }
  expect(used).toBe(gas)
})

test('deploys, writes the settings, and passes the network check with them', async () => {
  writeFileSync(file, 'LOG_LEVEL=warn\nHOOKS_TRAMPOLINE=\n', { mode: 0o640 })
  const { code, out, err } = await operate(`${deploy} --write ${file} ${confirmed}`)
  expect([code, err.split('\n').length]).toEqual([0, 12 + 1])
  expect(err).toMatch(/^1\/12 deploy 0x\S+: done\n2\/12 /)
  expect(out).not.toMatch(/refused|planned/)
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^LOG_LEVEL=warn\nHOOKS_TRAMPOLINE=0x/)
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(settingsIn(text)).toMatchObject(settingsIn(out))
  const environment = settingsIn(text)
  const check = await operate(`network check base --solver ${solver}`, { environment })
  const results = [...check.out.matchAll(/^base +(.+?) {2,}(ok|failed|missing)/gm)]
  expect(results.filter(([, , result]) => result !== 'ok').map(([, name]) => name)).toEqual([
    ...['Uniswap V3 router', 'Balancer vault', 'pool factories'],
  ])
})

test('names the predeploy that the chain lacks, in the check too', async () => {
  await base.rpc('anvil_setCode', [gasPriceOracle, '0x'])
  const { code, err } = await operate(`${deploy} ${confirmed}`)
  expect(code).toBe(1)
  expect(err).toContain(`Base: GasPriceOracle at ${gasPriceOracle} does not state the data fee`)
  const check = await operate('network check base')
  expect(check.code).toBe(1)
  expect(check.out).toMatch(/^base +data fee +failed +GasPriceOracle at 0x42/m)
})

test('has nothing to do the second time, and prints the settings again', async () => {
  const first = await operate(`${deploy} ${confirmed}`)
  const environment = settingsIn(first.out)
  const again = await operate(`${deploy} ${confirmed}`, { environment })
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to change\./) })
  expect(settingsIn(again.out)).toEqual(environment)
})

test('records every step in the audit log', { tags: ['long-only'] }, async () => {
  await operate(`${deploy} ${confirmed}`)
  const { out } = await operate('log --limit 100 --json')
  const rows: { action: string; reason: string }[] = JSON.parse(out)
  const own = rows.slice(0, 11)
  expect(new Set(own.map(({ reason }) => reason))).toEqual(new Set(['first network']))
  expect(own.map(({ action }) => action).reverse()).toEqual([
    ...Array(6).fill('deploy'),
    ...['add-solver', 'add-solver', 'set-manager', 'transfer-ownership', 'verify'],
  ])
})

test('stops at the first step that fails, and a repetition continues there', {
  tags: ['long-only'],
}, async () => {
  const node = await startNodeProxy(base.rpcUrl)
  let sent = 0
  const afterThird = (hash: unknown) => {
    sent += 1
    if (sent === 3) node.behave({ refuses: { eth_sendRawTransaction: 'no more today' } })
    return hash
  }
  node.behave({ forge: { eth_sendRawTransaction: afterThird } })
  const { code, out } = await operate(`${deploy} ${confirmed}`, { rpcUrl: node.url })
  expect(code).toBe(1)
  expect(out.match(/done$/gm)).toHaveLength(3)
  expect(out).toContain('refused: the network refuses to deploy hooksTrampoline: no more today')
  expect(out.match(/refused: the step before it failed: repeat the command/g)).toHaveLength(7)
  const again = await operate(`${deploy} ${confirmed}`)
  expect(again.code).toBe(0)
  expect(again.out.match(/done$/gm)).toHaveLength(8)
  await node.close()
})

describe('refuses', () => {
  const poor = generatePrivateKey()

  test('an account without enough money, and says how much it lacks', async () => {
    const { address } = privateKeyToAccount(poor)
    const { code, err } = await operate(`${deploy} ${confirmed}`, { key: poor })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^${address} has 0 ETH: send it 0\\.\\d+ ETH`, 'i')),
    ])
    expect(await operate(`${deploy} --reason x --dry-run`, { key: poor })).toMatchObject({
      code: 0,
    })
  })

  test('another account than the one that deployed on the other networks', async () => {
    const { out } = await operate(`${deploy} --reason x --dry-run`)
    const run = { key: poor, environment: settingsIn(out) }
    const { code, err } = await operate(`${deploy} --reason x --dry-run`, run)
    expect([code, err]).toEqual([1, expect.stringContaining('use the key of the account that')])
  })

  test.each([
    ['no key', { key: '' }, deploy, /Set DEPLOYER_PRIVATE_KEY/],
    ['a key of no account', { key: `0x${'f'.repeat(64)}` }, deploy, /DEPLOYER_PRIVATE_KEY is not/],
    ['no network', {}, 'network deploy', /<network> is missing/],
    ['a network without a node', {}, 'network deploy gnosis', /Set RPC_URL_100 /],
    ['a malformed solver', {}, 'network deploy base --solver 0x12', /"0x12" is not an address/],
    ['a malformed owner', {}, 'network deploy base --owner 0x12', /"0x12" is not an address/],
  ])('%s as a usage error', async (_, run: Run, line, message) => {
    const { code, err } = await operate(`${line} ${confirmed}`, run)
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })

  test('a file that cannot be written, after the deployment', { tags: ['long-only'] }, async () => {
    const { code, out } = await operate(`${deploy} --write ${folder}/none/x ${confirmed}`)
    expect(code).toBe(1)
    expect(out).toMatch(/write-settings .* refused: \S+\/none\/x is not written: ENOENT/)
    expect(out.match(/done$/gm)).toHaveLength(11)
  })

  test('without a confirmation', async () => {
    const head = await headNumber(base.rpcUrl)
    const { code, err } = await operate(`${deploy} --reason x`, { answer: 'no' })
    expect([code, err]).toEqual([1, expect.stringMatching(/^Nothing was changed/)])
    expect(await headNumber(base.rpcUrl)).toBe(head)
  })
})

test('never prints the key, not in the log of a failing process either', {
  tags: ['long-only'],
}, async () => {
  const key = deployer.privateKey
  const run = (variables: Record<string, string>) =>
    promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'scripts/operator.ts', ...`${deploy} --reason x --yes`.split(' ')],
      { env: { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'trace', ...variables } },
    ).then(
      ({ stdout, stderr }) => stdout + stderr,
      ({ stdout, stderr }) => stdout + stderr,
    )
  printed += await run({
    RPC_URL_8453: 'http://127.0.0.1:1/v2/node-key',
    DEPLOYER_PRIVATE_KEY: key,
  })
  printed += await run({ RPC_URL_8453: base.rpcUrl, DEPLOYER_PRIVATE_KEY: key.slice(0, -1) })
  printed += await run({ RPC_URL_8453: base.rpcUrl, DEPLOYER_PRIVATE_KEY: key })
  expect(printed).toContain('Base did not answer')
  expect(printed).toContain('DEPLOYER_PRIVATE_KEY: must be 32 bytes')
  expect(printed.toLowerCase()).not.toContain(key.slice(2, 40))
  expect(printed).not.toContain('node-key')
})
