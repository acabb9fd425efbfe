import { z } from 'zod'
import { getAppData } from '@/lib/app-data/get-app-data'
import { putAppData } from '@/lib/app-data/put-app-data'
import { answer, defineEndpoint } from './endpoint'
import { hash32, hexText } from './fields'

const tag = 'App data'
const document = z.object({
  fullAppData: z.string('must be the document as a string').meta({ examples: ['{}'] }),
})

/** PUT /api/v1/app_data/{hash}. Spec: Orderbook endpoints, Application data document. */
export const uploadAppData = defineEndpoint({
  name: 'uploadAppData',
  method: 'PUT',
  path: '/api/v1/app_data/{hash}',
  summary: 'Upload an app data document under the keccak-256 hash of its bytes',
  tag,
  params: z.object({ hash: hash32 }),
  body: document,
  response: hexText,
  status: 201,
  fieldErrors: { fullAppData: 'InvalidAppData' },
  throws: ['InvalidAppData', 'AppDataHashMismatch'],
  examples: [
    {
      summary: 'Upload the empty document (201 the first time, 200 later)',
      body: { fullAppData: '{}' },
      response: '0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d',
    },
  ],
  run: async (ctx, { params, body }) => {
    const { hash, isNew } = await putAppData(ctx, { hash: params.hash, text: body.fullAppData })
    return answer({ status: isNew ? 201 : 200, body: hash })
  },
})

/** GET /api/v1/app_data/{hash}: an uploaded document. */
export const readAppData = defineEndpoint({
  name: 'readAppData',
  method: 'GET',
  path: '/api/v1/app_data/{hash}',
  summary: 'Read an uploaded app data document',
  tag,
  params: z.object({ hash: hash32 }),
  response: document,
  throws: ['NotFound'],
  examples: [{ summary: 'The empty document', response: { fullAppData: '{}' } }],
  run: async (ctx, { params }) => ({ fullAppData: await getAppData(ctx, params.hash) }),
})
