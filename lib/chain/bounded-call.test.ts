import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '@/lib/context'
import { createTestContext } from '@/lib/testing/test-context'
import { boundedCall } from './bounded-call'

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

describe('a bounded call', () => {
  it('gives what the contract answers, up to 4096 bytes', async () => {
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
  ])('gives nothing when the node says %i %s', async (code, message) => {
    answer = { body: failure(code, message) }
    expect(await boundedCall(ctx, call)).toBeUndefined()
  })

  it.each([
    ['429', { status: 429, body: 'slow down' }],
    ['502', { status: 502, body: '' }],
    ['a limit of requests', { body: failure(-32005, 'request limit reached') }],
    ['an internal error', { body: failure(-32603, 'internal error') }],
    ['a header it lacks', { body: failure(-32000, 'header not found') }],
    ['no JSON', { body: '<html>' }],
    ['no result', { body: '{}' }],
    ['a malformed result', { body: '{"result":"0x1"}' }],
  ])('is an outage, not a verdict, when the node answers %s', async (_, given) => {
    answer = given
    await expect(boundedCall(ctx, call)).rejects.toEqual(
      expect.objectContaining({ code: 'InternalServerError', retryAfterSeconds: 2 }),
    )
  })
})
