import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { describeBuild } from './describe-build'

/** GET /api/v1/version. */
export const readVersion = defineEndpoint({
  name: 'readVersion',
  method: 'GET',
  path: '/api/v1/version',
  summary: 'The version that answers, with its commit where that is known',
  response: z.string(),
  examples: [{ summary: 'A release', response: '0.1.0@1a2b3c4', varies: true }],
  run: async (ctx): Promise<string> => describeBuild(ctx),
})
