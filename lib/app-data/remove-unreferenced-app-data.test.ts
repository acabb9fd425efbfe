import { describe, expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { putAppData } from './app-data'
import { hashAppData } from './app-data-document'
import { findAppDataText, saveAppData, touchAppData } from './app-data-store'
import { removeUnreferencedAppData } from './remove-unreferenced-app-data'

const startMs = 1_800_000_000_000
const dayMs = 24 * 60 * 60 * 1_000
let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

/** Simulates a separate process whose clock is `ms` after the start. */
const processAt = (ms: number) => createTestContext({ db: database.db, now: startMs + ms })
let sequence = 0
const newText = () => JSON.stringify({ metadata: {}, sequence: ++sequence })

async function upload(text = newText(), ms = 0): Promise<Hex> {
  return (await putAppData(processAt(ms), { text })).hash
}
const isStored = async (hash: Hex) => (await findAppDataText(database.db, hash)) !== undefined

/** Saves an order with its document in one transaction that waits for `ready` before committing. */
function place(document: { text: string; ms: number }, ready: Promise<unknown>): Promise<void> {
  const hash = hashAppData(document.text)
  return database.db.$transaction(async (tx) => {
    await insertOrder(tx, testOrder({ appData: hash }))
    await saveAppData(tx, { hash, text: document.text, at: new Date(startMs + document.ms) })
    await ready
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a document without orders', () => {
  test('is removed a day after its upload', async () => {
    const hash = await upload()
    await removeUnreferencedAppData(processAt(dayMs))
    expect(await isStored(hash)).toBe(true)
    expect(await removeUnreferencedAppData(processAt(dayMs + 1))).toBeGreaterThan(0)
    expect(await isStored(hash)).toBe(false)
  })

  test('is kept for another day when uploaded again', async () => {
    const text = newText()
    const hash = await upload(text)
    await upload(text, dayMs)
    await removeUnreferencedAppData(processAt(dayMs + 1))
    expect(await isStored(hash)).toBe(true)
    await removeUnreferencedAppData(processAt(2 * dayMs + 1))
    expect(await isStored(hash)).toBe(false)
  })

  test('is removed in batches, whatever the number', async () => {
    const rows = Array.from({ length: 2_500 }, () => newText()).map((text) => ({
      hash: hashAppData(text),
      document: text,
      createdAt: new Date(startMs),
    }))
    await database.db.appData.createMany({ data: rows })
    const ctx = processAt(dayMs + 1)
    expect(await removeUnreferencedAppData(ctx)).toBe(2_500)
    expect(await removeUnreferencedAppData(ctx)).toBe(0)
    const later = await upload(newText(), 1)
    ctx.clock.advance(10)
    expect(await removeUnreferencedAppData(ctx)).toBe(1)
    expect(await isStored(later)).toBe(false)
  })
})

describe('a document that an order references', () => {
  test('is kept', async () => {
    const hash = await upload()
    await insertOrder(database.db, testOrder({ appData: hash }))
    await removeUnreferencedAppData(processAt(30 * dayMs))
    expect(await isStored(hash)).toBe(true)
  })

  test('is kept when the order is placed during the removal', async () => {
    const text = newText()
    const hash = await upload(text)
    let commit = () => {}
    const ready = new Promise<void>((resolve) => {
      commit = resolve
    })
    const placing = place({ text, ms: 2 * dayMs }, ready)
    await pause(100)
    const removing = removeUnreferencedAppData(processAt(2 * dayMs))
    await pause(100)
    commit()
    await Promise.all([placing, removing])
    expect(await isStored(hash)).toBe(true)
  })

  test('is kept when an order references it by hash during the removal', async () => {
    const text = newText()
    const hash = hashAppData(text)
    const now = createTestContext({ db: database.db })
    await saveAppData(database.db, { hash, text, at: new Date(now.now() - 2 * dayMs) })
    const placing = database.db.$transaction(async (tx) => {
      await touchAppData(tx, [hash])
      await insertOrder(tx, testOrder({ appData: hash }))
      await pause(300)
    })
    await pause(100)
    const removing = removeUnreferencedAppData(now)
    await Promise.all([placing, removing])
    expect(await isStored(hash)).toBe(true)
  })

  test('is stored again when removed during the placement', async () => {
    const text = newText()
    const hash = await upload(text)
    const now = processAt(2 * dayMs)
    let placing: Promise<void> | undefined
    await database.db.$transaction(async (tx) => {
      // The removal has locked the row; the placement found it and waits for the outcome.
      expect(await removeUnreferencedAppData({ ...now, db: tx as never })).toBeGreaterThan(0)
      placing = place({ text, ms: 2 * dayMs }, Promise.resolve())
      await pause(100)
    })
    await placing
    expect(await isStored(hash)).toBe(true)
  })
})
