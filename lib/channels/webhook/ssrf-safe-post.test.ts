import { createServer as createSocketServer } from 'node:net'
import { describe, expect } from 'vitest'
import { type PostFixture, postContext } from '@/lib/testing/orders/post-fixture'
import { test } from '@/lib/testing/test'
import { ssrfSafePost } from './ssrf-safe-post'

let fixture: PostFixture

test.beforeEach(({ posts }) => {
  fixture = posts
})
const post = (url: string, { timeoutMs = 10_000, headers = {} } = {}) => {
  const { ctx } = postContext(`127.0.0.1:${new URL(url).port}`)
  return ssrfSafePost(ctx, { url: new URL(url), headers, body: '{"ü":1}', timeoutMs })
}
const local = (options = {}) => post(`http://127.0.0.1:${fixture.port}/hook?a=b`, options)

describe('a message to an endpoint', () => {
  test('is posted unchanged, on its own connection', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Id': '7' }
    expect(await local({ headers })).toEqual({ kind: 'answered', status: 204, afterMs: undefined })
    expect(fixture.asked[0]).toMatchObject({ method: 'POST', url: '/hook?a=b' })
    expect(fixture.asked[0]!.headers).toMatchObject({
      'x-id': '7',
      'content-length': '8',
      host: `127.0.0.1:${fixture.port}`,
      connection: 'close',
    })
    expect(fixture.bodies).toEqual(['{"ü":1}'])
  })

  test.each([200, 204, 301, 302, 307, 308, 400, 404, 410, 429, 500, 503])(
    'is answered by %s without following the redirect',
    async (status) => {
      fixture.answer = (response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${fixture.port}/elsewhere` }).end()
      expect(await local()).toMatchObject({ kind: 'answered', status })
      expect(fixture.asked.map(({ url }) => url)).toEqual(['/hook?a=b'])
    },
  )

  test('may be deferred by seconds or until a date', async () => {
    fixture.answer = (response) => response.writeHead(429, { 'retry-after': '120' }).end()
    expect(await local()).toMatchObject({ status: 429, afterMs: 120_000 })
    const date = new Date(Date.now() + 60_000).toUTCString()
    fixture.answer = (response) => response.writeHead(503, { 'retry-after': date }).end()
    const put = await local()
    expect(put).toMatchObject({ status: 503 })
    expect((put as { afterMs: number }).afterMs).toBeGreaterThan(50_000)
    fixture.answer = (response) => response.writeHead(503, { 'retry-after': 'soon' }).end()
    expect(await local()).toMatchObject({ afterMs: undefined })
  })

  test('is answered by its status, and five megabytes of body are not read', async () => {
    let sent = 0
    fixture.answer = (response) => {
      response.writeHead(200)
      const more = () => {
        while (sent < 5_000_000 && !response.destroyed) {
          sent += 16_384
          if (!response.write('x'.repeat(16_384))) return response.once('drain', more)
        }
        return response.end()
      }
      more()
    }
    expect(await local()).toMatchObject({ kind: 'answered', status: 200 })
    expect(sent).toBeLessThan(4_900_000)
  })

  test('is answered by its status even if the body never ends', async () => {
    fixture.answer = (response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(drip))
    }
    const began = Date.now()
    expect(await local()).toMatchObject({ kind: 'answered', status: 200 })
    expect(Date.now() - began).toBeLessThan(8_000)
  })

  test('times out when the endpoint never answers', async () => {
    fixture.answer = () => {}
    expect(await local({ timeoutMs: 200 })).toEqual({
      kind: 'unreachable',
      cause: 'no answer in time',
    })
  })

  test('times out when the endpoint answers a byte at a time', async () => {
    const slow = createSocketServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('error', () => {})
      socket.on('close', () => clearInterval(drip))
    })
    const url = `http://127.0.0.1:${await fixture.listen(slow)}/`
    expect(await post(url, { timeoutMs: 300 })).toMatchObject({ cause: 'no answer in time' })
  })

  test.each([
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['another protocol, unnamed', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('is not answered by %s, which was not requested', async (_, head) => {
    let ended: Promise<unknown> = Promise.resolve()
    const switching = createSocketServer((socket) => {
      ended = new Promise((resolve) => socket.once('close', resolve))
      socket.on('error', () => {})
      socket.once('data', () => socket.write(`${head}noise`))
    })
    const url = `http://127.0.0.1:${await fixture.listen(switching)}/`
    expect(await post(url, { timeoutMs: 500 })).toEqual({
      kind: 'unreachable',
      cause: 'it answers by another protocol',
    })
    await ended
  })

  test('reports connection failures in words', async () => {
    const cut = createSocketServer((socket) => socket.resetAndDestroy())
    expect(await post(`http://127.0.0.1:${await fixture.listen(cut)}/`)).toMatchObject({
      kind: 'unreachable',
      cause: 'the connection was cut',
    })
    const closed = createSocketServer()
    const free = await fixture.listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    expect(await post(`http://127.0.0.1:${free}/`)).toMatchObject({
      cause: 'the connection was refused',
    })
    const babble = createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
    expect(await post(`http://127.0.0.1:${await fixture.listen(babble)}/`)).toMatchObject({
      cause: 'its answer is not HTTP',
    })
  })
})
