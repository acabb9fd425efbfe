import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint, documentBodyLimit } from '@/lib/api/declare/endpoint'
import { malformedParameter, refusal } from '@/lib/api/declare/example'
import { hash32, hexText } from '@/lib/api/declare/fields'
import { appDataMembers, refusedAppData } from '@/lib/api/docs/app-data-guide'
import { getAppData, putAppData } from '@/lib/app-data/app-data'
import { exampleDocument, unknownHash } from './order-examples'

const tag = 'App data'
const documentDescription = `The JSON document as text, at most 8192 bytes; its bytes decide the hash. Of its metadata these have an effect: ${appDataMembers.map(({ name, shape }) => `${name} ${shape}`).join('; ')}. ${refusedAppData}`
const document = z
  .object({
    fullAppData: z
      .string('must be the document as a string')
      .describe(documentDescription)
      .meta({ examples: ['{}'] }),
  })
  .meta({ id: 'AppDataDocument' })
const hash = hash32.describe("keccak-256 of the document's bytes")
const params = { hash: exampleDocument.hash }
const stored = { fullAppData: exampleDocument.text }

/** PUT /api/v1/app_data/{hash}. Spec: Orderbook endpoints, Application data document. */
export const uploadAppData = defineEndpoint({
  name: 'uploadAppData',
  method: 'PUT',
  path: '/api/v1/app_data/{hash}',
  summary: 'Upload an app data document under the keccak-256 hash of its bytes',
  tag,
  params: z.object({ hash }),
  bodyLimit: documentBodyLimit,
  body: document,
  response: hexText,
  status: 201,
  otherStatuses: { 200: 'The document is known already' },
  fieldErrors: { fullAppData: 'InvalidAppData', hash: 'InvalidAppData' },
  throws: ['InvalidAppData', 'AppDataHashMismatch'],
  examples: [
    { summary: 'A new document', params, body: stored, response: exampleDocument.hash },
    {
      summary: 'A document that is known',
      given: 'an uploaded document',
      params,
      body: stored,
      status: 200,
      response: exampleDocument.hash,
    },
    refusal({
      code: 'AppDataHashMismatch',
      params: { hash: unknownHash },
      body: stored,
      description: `the document's hash is ${exampleDocument.hash}, the path says ${unknownHash}`,
    }),
    refusal({
      code: 'InvalidAppData',
      params,
      body: { fullAppData: 'no JSON' },
      description: 'the app data document cannot be used: it is not JSON',
    }),
    malformedParameter('hash', { code: 'InvalidAppData', body: stored }),
  ],
  run: async (ctx, { params, body }) => {
    const { hash, isNew } = await putAppData(ctx, { hash: params.hash, text: body.fullAppData })
    return answer({ status: isNew ? 201 : 200, body: hash })
  },
})

/** PUT /api/v1/app_data: like {@link uploadAppData}, but the server computes the hash. */
export const storeAppData = defineEndpoint({
  name: 'storeAppData',
  method: 'PUT',
  path: '/api/v1/app_data',
  summary: 'Upload an app data document and get the keccak-256 hash of its bytes',
  tag,
  bodyLimit: documentBodyLimit,
  body: document,
  response: hexText,
  status: 201,
  otherStatuses: { 200: 'The document is known already' },
  fieldErrors: { fullAppData: 'InvalidAppData' },
  throws: ['InvalidAppData'],
  examples: [
    { summary: 'A new document', body: stored, response: exampleDocument.hash },
    {
      summary: 'A document that is known',
      given: 'an uploaded document',
      body: stored,
      status: 200,
      response: exampleDocument.hash,
    },
    refusal({
      code: 'InvalidAppData',
      body: { fullAppData: '[]' },
      description: 'the app data document cannot be used: it must be a JSON object',
    }),
  ],
  run: async (ctx, { body }) => {
    const { hash, isNew } = await putAppData(ctx, { text: body.fullAppData })
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
  params: z.object({ hash }),
  response: document,
  throws: ['NotFound'],
  examples: [
    { summary: 'A document', given: 'an uploaded document', params, response: stored },
    refusal({
      code: 'NotFound',
      params: { hash: unknownHash },
      description: 'app data not found',
    }),
    malformedParameter('hash'),
  ],
  run: async (ctx, { params }) => ({ fullAppData: await getAppData(ctx, params.hash) }),
})
