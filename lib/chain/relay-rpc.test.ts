import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '@/lib/context'
import { createTestContext } from '@/lib/testing/test-context'
import { relayRpc } from './relay-rpc'

let server: Server
let ctx: Context
let received: { method: string; params: unknown[] }[]
let answer: (calls: unknown[]) => string

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received = JSON.parse(Buffer.concat(chunks).toString())
    response.end(answer(received))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  ctx = createTestContext({ rpcUrls: new Map([[1, `http://127.0.0.1:${port}`]]) })
})
afterAll(() => server.close())

const call = (method: string, params: readonly unknown[] = []) =>
  ({ jsonrpc: '2.0', id: 1, method, params }) as const
const relay = (...calls: ReturnType<typeof call>[]) =>
  relayRpc(ctx, { chainId: 1, calls, signal: new AbortController().signal })
const echo = (calls: unknown[]) => JSON.stringify(calls.map(() => ({ id: 1, result: '0x' })))

it.each(['eth_call', 'eth_estimateGas'])(
  'runs %s with at most five million gas and without state overrides',
  async (method) => {
    answer = echo
    const overrides = { '0x12': { balance: '0x1' } }
    await relay(
      call(method, [{ to: '0x12' }, 'latest', overrides]),
      call(method, [{ to: '0x12', gas: '0xffffffffffff' }]),
      call(method, [{ to: '0x12', gas: '0x5208' }, 'latest']),
    )
    expect(received.map(({ params }) => params)).toEqual([
      [{ to: '0x12', gas: '0x4c4b40' }, 'latest'],
      [{ to: '0x12', gas: '0x4c4b40' }],
      [{ to: '0x12', gas: '0x5208' }, 'latest'],
    ])
  },
)

it('relays other calls unchanged and rejects methods that control the node', async () => {
  answer = echo
  const [passed, refused] = await relay(call('eth_getCode', ['0x12', 'latest']), call('evm_mine'))
  expect(received).toEqual([call('eth_getCode', ['0x12', 'latest'])])
  expect(passed).toEqual({ id: 1, result: '0x' })
  expect(refused).toMatchObject({ error: { code: -32601 } })
})

it('rejects a response of more than a megabyte', async () => {
  answer = () => JSON.stringify([{ id: 1, result: `0x${'00'.repeat(1 << 20)}` }])
  await expect(relay(call('eth_call', [{ to: '0x12' }]))).rejects.toMatchObject({
    code: 'InternalServerError',
  })
})
