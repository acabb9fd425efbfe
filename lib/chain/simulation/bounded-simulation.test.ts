import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { counter, counterCode } from '@/lib/testing/chain/hook-actions'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { boundedSimulation } from './bounded-simulation'

const from = `0x${'12'.repeat(20)}` as const
const call = { from, to: counter, data: '0x', gas: 100_000n } as const
const bomb = `0x${'c3'.repeat(20)}` as const
const hog = `0x${'c1'.repeat(20)}` as const

describe('boundedSimulation', () => {
  let network: TestNetwork
  let ctx: Context
  const setCode = (address: string, code: string) =>
    ctx.chain(1).client.request({ method: 'anvil_setCode', params: [address, code] } as never)

  test.beforeAll(async ({ network: mainnet }) => {
    network = mainnet
    ctx = createTestContext({ rpcUrls: new Map([[1, network.rpcUrl]]) })
    await setCode(counter, counterCode)
    await setCode(hog, '0x5b600056')
    await setCode(bomb, '0x620927c06000f3')
  })
  const simulate = (calls: readonly (typeof call)[]) =>
    boundedSimulation(ctx, { chainId: 1, calls })

  test('runs calls in sequence and leaves the chain unchanged', async () => {
    for (let run = 0; run < 2; run += 1) {
      const outcomes = await simulate([call, call])
      expect(outcomes?.map(({ returnData }) => BigInt(returnData))).toEqual([1n, 2n])
    }
  })

  test('reports the gas of the code, without that of a transaction and its calldata', async () => {
    const [plain, long] =
      (await simulate([call, { ...call, data: `0x${'0102'.repeat(50)}` as '0x' }])) ?? []
    expect(plain?.gasUsed).toBeGreaterThan(20_000n)
    expect(plain?.gasUsed).toBeLessThan(30_000n)
    expect(long?.gasUsed).toBeLessThan(30_000n)
  })

  test('continues after a call that burns its gas', async () => {
    const outcomes = await simulate([{ ...call, to: hog as typeof counter }, call])
    expect(outcomes?.map(({ succeeded }) => succeeded)).toEqual([false, true])
  })

  test('returns undefined when the response is longer than allowed', async () => {
    const long = { ...call, to: bomb as typeof counter, gas: 2_000_000n as typeof call.gas }
    expect(await simulate([long])).toBeUndefined()
  })
})

describe('a node that cannot simulate', () => {
  let server: Server
  let ctx: Context
  let answer: { status?: number; body: string }

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(answer.status ?? 200).end(answer.body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    ctx = createTestContext({ rpcUrls: new Map([[1, `http://127.0.0.1:${port}`]]) })
  })
  afterAll(() => server.close())

  test.each([
    ['an unknown method', { body: '{"error":{"code":-32601,"message":"method not found"}}' }],
    ['fewer outcomes than calls', { body: '{"result":[{"calls":[]}]}' }],
    ['no block', { body: '{"result":[]}' }],
    ['null', { body: '{"result":null}' }],
    ['502', { status: 502, body: '' }],
  ])('counts as an outage, not a failed call: %s', async (_, given) => {
    answer = given
    await expect(boundedSimulation(ctx, { chainId: 1, calls: [call] })).rejects.toMatchObject({
      code: 'InternalServerError',
      retryAfterSeconds: 2,
    })
  })
})
