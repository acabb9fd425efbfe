import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { type BundleFixture, emptyAccount, transactionOf } from '@/lib/testing/chain/bundle-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { simulateBundle } from './simulate-bundle'

let fixture: BundleFixture

test.beforeAll(({ bundles }) => {
  fixture = bundles
})

describe('simulateBundle', () => {
  const nodeThat = (answer: (method: string) => Promise<Response> | Response | undefined) =>
    createTestContext({
      rpcUrls: new Map([[1, fixture.rpcUrl]]),
      fetch: async (url, init) => {
        const { method } = JSON.parse(String(init?.body)) as { method: string }
        return (await answer(method)) ?? fetch(url, init)
      },
    })
  const simulateOn = (node: Context) =>
    simulateBundle(node, { chainId: 1, bundle: [transactionOf({ value: 1n })] })
  const error = (code: number, message: string) => Response.json({ error: { code, message } })

  test.each([
    [-32601, 'the method debug_traceCall does not exist/is not available'],
    [-32004, 'Unsupported method'],
    [-32600, 'debug_traceCall is not available on the Free tier'],
  ])('omits only the state diff when the node does not trace: %i', async (code, message) => {
    const node = nodeThat((method) =>
      method === 'debug_traceCall' ? error(code, message) : undefined,
    )
    const [simulated] = await simulateOn(node)
    expect(simulated).toMatchObject({ status: true, gasUsed: 21_000n, stateDiff: undefined })
    expect(simulated?.cumulativeBalancesDiff[emptyAccount]).toEqual({ [nativeToken]: 1n })
  })

  test.each<[string, string, () => Response]>([
    ['no simulation', 'eth_simulateV1', () => error(-32601, 'method not found')],
    ['HTML', 'eth_simulateV1', () => new Response('<html>')],
    ['429', 'eth_simulateV1', () => new Response('', { status: 429 })],
    ['no block', 'eth_simulateV1', () => Response.json({ result: [] })],
    ['a broken trace', 'debug_traceCall', () => Response.json({ result: null })],
    ['a trace that fails', 'debug_traceCall', () => error(-32000, 'missing trie node')],
  ])('reports an outage when the node answers %s', async (_, failing, answer) => {
    const node = nodeThat((method) => (method === failing ? answer() : undefined))
    await expect(simulateOn(node)).rejects.toMatchObject({
      code: 'InternalServerError',
      retryAfterSeconds: 2,
    })
  })
})
