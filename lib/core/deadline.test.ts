import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDeadline, withTimeLimit } from './deadline'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let server: Server
let url: string

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/half') response.write('half')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (path: string) => async (signal: AbortSignal) =>
  (await fetch(url + path, { signal })).text()

test.each(['/silent', '/half'])(
  'aborts a silent server (%s) in spite of garbage collection',
  async (path) => {
    const collecting = setInterval(collectGarbage, 10)
    await expect(withDeadline({ ms: 200 }, ask(path))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    clearInterval(collecting)
  },
)

test('lets the caller abort before the deadline or before the start', async () => {
  const caller = new AbortController()
  const asked = withDeadline({ ms: 60_000, signal: caller.signal }, ask('/silent'))
  caller.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  const again = withDeadline({ ms: 60_000, signal: caller.signal }, () => expect.unreachable())
  await expect(again).rejects.toThrow('gone')
})

test('returns the result of work that finishes in time', async () => {
  expect(await withDeadline({ ms: 60_000 }, async () => 5)).toBe(5)
})

test('a result in time counts, and a late one is replaced', async () => {
  const never = new Promise<string>(() => {})
  expect(await withTimeLimit(1_000, Promise.resolve('result'), () => 'late')).toBe('result')
  expect(await withTimeLimit(5, never, () => 'late')).toBe('late')
  expect(await withTimeLimit(-5, never, () => 'late')).toBe('late')
  const refuse = () => {
    throw new Error('late')
  }
  await expect(withTimeLimit(5, never, refuse)).rejects.toThrow('late')
  await expect(withTimeLimit(1_000, Promise.reject(new Error('failed')), refuse)).rejects.toThrow(
    'failed',
  )
})

test('work that is late is answered for, and may fail later', async () => {
  const answer = (ms: number, work: Promise<string>) => withTimeLimit(ms, work, () => 'late')
  await expect(answer(1_000, Promise.resolve('done'))).resolves.toBe('done')
  await expect(answer(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const failing = new Promise<string>((_, reject) => setTimeout(reject, 20, new Error('too late')))
  await expect(answer(1, failing)).resolves.toBe('late')
  await expect(failing).rejects.toThrow('too late')
})
