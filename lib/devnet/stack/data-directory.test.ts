import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startOfProcess } from '@/lib/devnet/processes/processes'
import { openDataDirectory, resetDataDirectory } from './data-directory'

let root: string
let path: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'coincide-data-'))
  path = join(root, 'data')
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('keeps its secrets across starts, readable by the owner only', async () => {
  const first = await openDataDirectory(path)
  await first.close()
  const second = await openDataDirectory(path)
  expect([first.isNew, second.isNew]).toEqual([true, false])
  expect(second.secrets).toEqual(first.secrets)
  expect((await stat(join(path, 'secrets.json'))).mode & 0o077).toBe(0)
})

test('rotates a large log file', async () => {
  const first = await openDataDirectory(path)
  await writeFile(first.logFile('web'), 'x'.repeat(10_000_001))
  await writeFile(first.logFile('worker'), 'short')
  await first.close()
  const second = await openDataDirectory(path)
  expect(existsSync(second.logFile('web'))).toBe(false)
  expect(existsSync(`${second.logFile('web')}.old`)).toBe(true)
  expect(existsSync(second.logFile('worker'))).toBe(true)
})

test('is recreated by a reset', async () => {
  const first = await openDataDirectory(path)
  await first.close()
  await resetDataDirectory(path)
  expect(existsSync(path)).toBe(false)
  const second = await openDataDirectory(path)
  expect(second.secrets).not.toEqual(first.secrets)
})

test('rejects a newer format and states the remedy', async () => {
  await (await openDataDirectory(path)).close()
  await writeFile(join(path, 'version.json'), '{"format":9}')
  await expect(openDataDirectory(path)).rejects.toThrow(
    /form 9, this version knows form 1.*--reset/,
  )
})

test('neither uses nor removes a foreign directory', async () => {
  await writeFile(join(root, 'thesis.txt'), 'years of work')
  await expect(openDataDirectory(root)).rejects.toThrow(/thesis\.txt/)
  await expect(resetDataDirectory(root)).rejects.toThrow(/leaves it alone/)
  expect(await readFile(join(root, 'thesis.txt'), 'utf8')).toBe('years of work')
  expect(await readdir(root)).toEqual(['thesis.txt'])
})

test('reports a file at the path of the directory', async () => {
  await writeFile(path, '')
  await expect(openDataDirectory(path)).rejects.toThrow(`${path} cannot be a directory`)
  await expect(openDataDirectory(join(path, 'data'))).rejects.toThrow(/a file is in the way/)
})

test('rejects a second start while the first process runs, and accepts it afterwards', async () => {
  await (await openDataDirectory(path)).close()
  const lock = join(path, 'lock.json')
  const parent = { pid: process.ppid, started: startOfProcess(process.ppid) }
  await writeFile(lock, JSON.stringify(parent))
  await expect(openDataDirectory(path)).rejects.toThrow(`already running on ${path}`)
  await expect(resetDataDirectory(path)).rejects.toThrow(/already running/)
  await writeFile(lock, JSON.stringify({ ...parent, started: 'long ago' }))
  await expect(openDataDirectory(path)).resolves.toMatchObject({ isNew: false })
  await writeFile(lock, 'cut of')
  await expect(openDataDirectory(path)).resolves.toMatchObject({ isNew: false })
})
