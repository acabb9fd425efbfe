import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '@/lib/context'
import { createTestContext } from '@/lib/testing/test-context'
import { boundedCall } from './bounded-request'

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

const call = { chainId: 1, to: `0x${'12'.repeat(20)}`, data: '0x', gas: 1n } as const
const result = (bytes: number) => JSON.stringify({ result: `0x${'00'.repeat(bytes)}` })
const failure = (code: number, message: string) => JSON.stringify({ error: { code, message } })

describe('boundedCall', () => {
  it('returns the result of the contract, up to 4096 bytes', async () => {
    answer = { body: result(4096) }
    expect(await boundedCall(ctx, call)).toBe(`0x${'00'.repeat(4096)}`)
    answer = { body: result(4097) }
    expect(await boundedCall(ctx, call)).toBeUndefined()
    answer = { body: result(3_000_000) }
    expect(await boundedCall(ctx, call)).toBeUndefined()
  })

  it.each([
    [3, 'execution reverted: no'],
    [-32000, 'execution reverted'],
    [-32000, 'out of gas'],
    [-32000, 'invalid opcode: INVALID'],
    [-32000, 'stack underflow (0 <=> 2)'],
    [-32000, 'invalid jump destination'],
    [-32003, 'Out of gas: gas required exceeds allowance: 2000000'],
    [-32603, 'EVM error OutOfGas'],
    [-32015, 'VM execution error.'],
  ])('returns undefined when the node reports %i %s', async (code, message) => {
    answer = { body: failure(code, message) }
    expect(await boundedCall(ctx, call)).toBeUndefined()
  })

  it.each([
    ['429', { status: 429, body: 'slow down' }],
    ['502', { status: 502, body: '' }],
    ['a rate limit', { body: failure(-32005, 'request limit reached') }],
    ['an internal error', { body: failure(-32603, 'internal error') }],
    ['an unknown header', { body: failure(-32000, 'header not found') }],
    ['no JSON', { body: '<html>' }],
    ['no result', { body: '{}' }],
    ['a malformed result', { body: '{"result":"0x1"}' }],
  ])('reports an outage, not a failed call, when the node answers %s', async (_, given) => {
    answer = given
    await expect(boundedCall(ctx, call)).rejects.toEqual(
      expect.objectContaining({ code: 'InternalServerError', retryAfterSeconds: 2 }),
    )
  })
})

describe('a node that never finishes', () => {
  const nodes: Server[] = []
  afterAll(() => {
    for (const node of nodes) node.close().closeAllConnections()
  })

  async function contextOf(listener: RequestListener): Promise<Context> {
    const node = createServer(listener).listen(0, '127.0.0.1')
    nodes.push(node)
    await once(node, 'listening')
    const { port } = node.address() as AddressInfo
    return createTestContext({ rpcUrls: new Map([[1, `http://127.0.0.1:${port}`]]) })
  }

  it('counts as an outage after three seconds of silence', async () => {
    const silent = await contextOf(() => {})
    const before = performance.now()
    await expect(boundedCall(silent, call)).rejects.toMatchObject({ code: 'InternalServerError' })
    expect(performance.now() - before).toBeGreaterThan(2_500)
    expect(performance.now() - before).toBeLessThan(20_000)
  })

  it('is disconnected at the byte limit of an endless response', async () => {
    let sent = 0
    const endless = await contextOf((_, response) => {
      const chunk = '0'.repeat(16_384)
      const send = () => {
        if (response.destroyed) return
        sent += chunk.length
        if (response.write(chunk)) setImmediate(send)
        else response.once('drain', send)
      }
      send()
    })
    expect(await boundedCall(endless, call)).toBeUndefined()
    // Includes bytes in flight in the sockets at the disconnect.
    expect(sent).toBeLessThan(32_000_000)
  })
})
