import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { getAppData, putAppData } from './app-data'
import { emptyAppDataHash, hashAppData } from './app-data-document'
import { noMetadata } from './metadata'
import { resolveAppData } from './resolve-app-data'

let database: TestDatabase
let ctx: Context

test.beforeAll(({ database: empty }) => {
  database = empty
  ctx = createTestContext({ db: database.db })
})

const document = (name: string) => JSON.stringify({ version: '1.0.0', metadata: {}, name })
const code = (code: string) => expect.objectContaining({ code })

describe('uploading app data', () => {
  test('stores a new document and recognises it on the next upload', async () => {
    const text = document('upload — ünïcode')
    const hash = hashAppData(text)
    expect(await putAppData(ctx, { hash, text })).toEqual({ hash, isNew: true })
    expect(await putAppData(ctx, { hash, text })).toEqual({ hash, isNew: false })
    expect(await getAppData(ctx, hash)).toBe(text)
  })

  test('reports exactly one of two concurrent uploads as new', async () => {
    const text = document('race')
    const hash = hashAppData(text)
    const results = await Promise.all([1, 2, 3].map(() => putAppData(ctx, { hash, text })))
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
  })

  test('rejects a document that does not match the hash and stores nothing', async () => {
    const hash = hashAppData(document('another'))
    const upload = putAppData(ctx, { hash, text: document('mismatch') })
    await expect(upload).rejects.toEqual(code('AppDataHashMismatch'))
    await expect(getAppData(ctx, hash)).rejects.toEqual(code('NotFound'))
  })
})

test('the all-zero hash resolves to the empty document', async () => {
  expect(await getAppData(ctx, emptyAppDataHash)).toBe('{}')
})

describe('app data of a quote or order', () => {
  const text = document('resolve')
  const hash = hashAppData(text)
  const none = { hash: emptyAppDataHash, document: undefined, metadata: noMetadata }

  test('resolves to no document when absent or the zero hash', async () => {
    expect(await resolveAppData(ctx, {})).toEqual(none)
    expect(await resolveAppData(ctx, { appData: emptyAppDataHash })).toEqual(none)
  })

  test('accepts a document with or without its hash', async () => {
    const resolved = { hash, document: text, metadata: noMetadata }
    expect(await resolveAppData(ctx, { appData: text })).toEqual(resolved)
    expect(await resolveAppData(ctx, { appData: text, appDataHash: hash })).toEqual(resolved)
  })

  test('rejects a document whose hash differs', async () => {
    const differing = resolveAppData(ctx, { appData: text, appDataHash: hashAppData('{}') })
    await expect(differing).rejects.toEqual(code('AppDataHashMismatch'))
  })

  test('accepts the hash of an uploaded document only', async () => {
    const upper = `0x${hash.slice(2).toUpperCase()}`
    await expect(resolveAppData(ctx, { appData: hash })).rejects.toEqual(code('InvalidAppData'))
    await putAppData(ctx, { hash, text })
    expect(await resolveAppData(ctx, { appData: upper })).toMatchObject({ hash, document: text })
  })

  test('names both accepted forms when the hex is not a hash', async () => {
    const short = resolveAppData(ctx, { appData: '0x12' })
    await expect(short).rejects.toThrow(
      /^appData is neither a JSON document nor a hash of 32 bytes/,
    )
  })

  test('rejects a malformed document and a hash without app data', async () => {
    for (const input of [{ appData: '{' }, { appData: '' }, { appDataHash: hash }]) {
      await expect(resolveAppData(ctx, input)).rejects.toEqual(code('InvalidAppData'))
    }
  })
})
