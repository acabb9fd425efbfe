import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint, type Endpoint } from '@/lib/api/declare/endpoint'
import { address, codedIssue, integerText, positiveAmount } from '@/lib/api/declare/fields'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { createFrontServer, type FrontServerOptions } from '@/lib/http/server/front-server'

/** Endpoints that together use every feature of the server shell, for tests. */
export const probes: readonly Endpoint[] = [
  defineEndpoint({
    name: 'echo',
    method: 'POST',
    path: '/api/v1/echo',
    summary: '',
    body: z.object({
      sellToken: address,
      kind: z.enum(['sell', 'buy'], 'must be sell or buy'),
      amount: positiveAmount.optional(),
      even: z
        .number()
        .refine((value) => value % 2 === 0, codedIssue('ZeroAmount', 'must be even'))
        .optional(),
      signature: z.string().max(4, 'is too long').optional(),
      note: z.unknown().optional(),
    }),
    bodyLimit: 4_096,
    fieldErrors: { signature: 'InvalidSignature' },
    response: z.unknown(),
    run: async (_ctx, { body, network }) => ({ ...body, chainId: network.chainId }),
  }),
  defineEndpoint({
    name: 'readThing',
    method: 'GET',
    path: '/accounts/{account}/things',
    summary: '',
    cacheControl: 'public, max-age=300',
    params: z.object({ account: address }),
    query: z.object({ limit: integerText(1, 100).optional() }),
    response: z.object({ account: z.string(), limit: z.int().nullable(), client: z.string() }),
    run: async (_ctx, { params, query, meta }) => ({
      account: params.account,
      limit: query.limit ?? null,
      client: meta.clientAddress,
    }),
  }),
  defineEndpoint({
    name: 'submit',
    method: 'POST',
    path: '/api/v1/submit',
    summary: '',
    limit: 'orders',
    body: z.object({}),
    response: z.string(),
    run: async () => answer({ status: 201, body: '0x01' }),
  }),
  defineEndpoint({
    name: 'fail',
    method: 'GET',
    path: '/fail/{how}',
    summary: '',
    params: z.object({ how: z.string() }),
    response: z.object({}),
    run: async (_ctx, { params }): Promise<Record<string, never>> => {
      if (params.how === 'missing') throw new ServiceError('NotFound', 'price not found')
      if (params.how === 'wrong') return 5 as unknown as Record<string, never>
      throw new Error('password=hunter2 at https://rpc.example/key')
    },
  }),
  defineEndpoint({
    name: 'off',
    method: 'GET',
    path: '/off',
    summary: '',
    enabled: () => false,
    response: z.unknown(),
    run: async () => ({}),
  }),
]

/** Starts a front server over the probes; other paths are answered with the given request. */
export async function listen(ctx: Context, options: Partial<FrontServerOptions> = {}) {
  const server = createFrontServer(ctx, {
    endpoints: probes,
    rest: async (request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ page: request.url, headers: request.headers }))
    },
    checkResponses: true,
    ...options,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, port, url: `http://127.0.0.1:${port}` }
}

/** Sends raw bytes and returns the whole answer until the server closes the connection. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  socket.on('error', () => {})
  await once(socket, 'close')
  return received
}
