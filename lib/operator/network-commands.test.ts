import { expect } from 'vitest'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { runOperator } from './run-operator'

async function run(rpcUrls: ReadonlyMap<number, string>, ...argv: string[]) {
  const url = 'postgresql://127.0.0.1:1/none'
  const ctx = createTestContext({ url, rpcUrls })
  const lines: string[] = []
  const print = (text: string) => lines.push(text)
  const terminal = { print, printError: print, ask: undefined }
  const code = await runOperator(ctx, {
    argv: ['network', ...argv],
    user: 'ops',
    terminal,
  })
  await ctx.db.$disconnect()
  return { code, text: lines.join('\n') }
}

const operate = (rpcUrls: ReadonlyMap<number, string>, ...argv: string[]) =>
  run(rpcUrls, 'check', ...argv)

test('shows the contracts of a network without a node', async () => {
  const { code, text } = await run(new Map(), 'show', 'base')
  expect(code).toBe(0)
  expect(text).toMatch(
    /^wrapped native token +0x4200000000000000000000000000000000000006 +required$/m,
  )
  expect(text).toMatch(/^GasPriceOracle +0x420000000000000000000000000000000000000f +required$/im)
  expect(text).toMatch(/^dollar token \(6 decimals\) +0x833589fcd6edb6e08f4c7c32d4f71b54bda02913/m)
  expect(text).toMatch(/^PancakeSwap +0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e +for its pools$/m)
})

test('prints each check, and fails those of a wrong solver', async ({ network }) => {
  const rpcUrls = new Map([[1, network.rpcUrl]])
  const solver = '0x1212121212121212121212121212121212121212'
  const { code, text } = await operate(rpcUrls, '--solver', solver)
  expect(code).toBe(1)
  expect(text).toMatch(/mainnet +order domain +ok/)
  expect(text).toMatch(/mainnet +allow-list +failed +0x1212\S+ is not on the allow-list/)
})

test('succeeds while only contracts of other protocols are missing, and says what it did not check', async ({
  network,
}) => {
  const { code, text } = await operate(new Map([[1, network.rpcUrl]]))
  expect(code).toBe(0)
  expect(text).toMatch(/mainnet +pool factories +missing/)
  expect(text).toMatch(/mainnet +allow-list +not checked +no solver is named/)
})

test('reports a node that does not answer', async () => {
  const { code, text } = await operate(new Map([[1, 'http://127.0.0.1:1']]))
  expect(code).toBe(1)
  expect(text).toMatch(/mainnet +node +failed +127\.0\.0\.1:1 does not answer: \S+/)
})

test.for([
  { networks: [], argv: [], variable: 'RPC_URL_<chainId>' },
  { networks: [1], argv: ['base'], variable: 'RPC_URL_8453' },
])('says which endpoint is missing: $variable', async ({ networks, argv, variable }) => {
  const rpcUrls = new Map(networks.map((chainId) => [chainId, 'http://127.0.0.1:1']))
  const { code, text } = await operate(rpcUrls, ...argv)
  expect(code).toBe(2)
  expect(text).toContain(`Set ${variable} to a node of the network.`)
})
