import { z } from 'zod'
import { describeBuild } from './describe-build'
import { defineEndpoint } from './endpoint'

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
