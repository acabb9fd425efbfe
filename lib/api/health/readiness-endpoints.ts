import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { dependencyDown } from '@/lib/core/errors'
import { checkNetwork } from './check-network'
import { checkProcess } from './check-process'
import type { Readiness } from './readiness'

const readiness = z.object({
  ready: z.boolean().describe('Whether requests may be sent here'),
  checks: z.record(z.string(), z.string()).describe('ok, or what is wrong, by what was checked'),
})

/** What the readiness of a process and of a network have in common. */
const shared = {
  method: 'GET',
  tag: 'Operations',
  limit: 'none',
  response: readiness,
  otherStatuses: { 503: 'Not ready; the checks say why' },
} as const

const answerOf = (body: Readiness) => answer({ status: body.ready ? 200 : 503, body })

/** GET /readyz: 503 with reasons while this process should receive no requests. */
export const getReadiness = defineEndpoint({
  ...shared,
  name: 'getReadiness',
  path: '/readyz',
  summary: 'Whether this process should receive requests: database and migrations are in order',
  examples: [
    {
      summary: 'Everything is in order',
      given: 'a settled trade',
      varies: true,
      response: { ready: true, checks: { database: 'ok', migrations: 'ok' } },
    },
  ],
  run: async (ctx) => answerOf(await checkProcess(ctx)),
})

/** GET /readyz/{chainId}: 503 with reasons while one network cannot be served; it does not affect the others. */
export const getNetworkReadiness = defineEndpoint({
  ...shared,
  name: 'getNetworkReadiness',
  path: '/readyz/{chainId}',
  summary: 'Whether one network can be served: its node, head and index are in order',
  examples: [
    {
      summary: 'Everything is in order',
      given: 'a settled trade',
      varies: true,
      response: {
        ready: true,
        checks: {
          node: 'ok',
          head: 'ok',
          index: 'ok',
          'market data': 'ok',
          leaders: 'ok',
          settling: 'ok',
          nodes: 'ok',
        },
      },
    },
  ],
  run: async (ctx, { network }) => answerOf(await checkNetwork(ctx, network.chainId)),
})

/** GET /api/v1/ready: process and network in one, for older clients of the order book. */
export const readReady = defineEndpoint({
  name: 'readReady',
  method: 'GET',
  path: '/api/v1/ready',
  summary:
    'Whether orders of the network are served here; /readyz and /readyz/{chainId} say why not',
  tag: 'Operations',
  limit: 'none',
  response: z.object({ ready: z.literal(true).describe('Requests may be sent here') }),
  examples: [{ summary: 'It is ready', given: 'a settled trade', response: { ready: true } }],
  run: async (ctx, { network }) => {
    const both = await Promise.all([checkProcess(ctx), checkNetwork(ctx, network.chainId)])
    const failed = both.find(({ ready }) => !ready)
    if (failed) throw dependencyDown('the service', failed.checks)
    return { ready: true as const }
  },
})
