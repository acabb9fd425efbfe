import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HostAddress } from '@/lib/resolve-host'
import { createTestContext } from '@/lib/testing/test-context'
import { findHostFault, guardedPost, pinnedTo } from './guarded-post'

let answer: (response: ServerResponse, request: IncomingMessage) => void
const asked: IncomingMessage[] = []
const bodies: string[] = []
const server = createServer(async (request, response) => {
  asked.push(request)
  let body = ''
  for await (const chunk of request) body += chunk
  bodies.push(body)
  answer(response, request)
})
const opened: Server[] = [server]
let port = 0

const listen = async (listener: Server) => {
  listener.listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  if (listener !== server) opened.push(listener)
  return (listener.address() as AddressInfo).port
}

beforeAll(async () => {
  port = await listen(server)
})
afterAll(() => {
  server.closeAllConnections()
  for (const one of opened) one.close()
})
beforeEach(() => {
  asked.length = 0
  bodies.length = 0
  answer = (response) => response.writeHead(204).end()
})

type Names = Readonly<Record<string, readonly string[]>>

const contextOf = (privateHosts: string, names: Names = {}) => {
  const questions: string[] = []
  const resolveHost = async (name: string): Promise<HostAddress[]> => {
    questions.push(name)
    const addresses = names[name]
    if (!addresses) throw new Error('no name server answers')
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const ctx = createTestContext({
    environment: { WEBHOOK_PRIVATE_HOSTS: privateHosts },
    resolveHost,
  })
  return { ctx, questions }
}

const post = (url: string, { timeoutMs = 10_000, headers = {} } = {}) => {
  const { ctx } = contextOf(`127.0.0.1:${new URL(url).port}`)
  return guardedPost(ctx, { url: new URL(url), headers, body: '{"ü":1}', timeoutMs })
}
const local = (options = {}) => post(`http://127.0.0.1:${port}/hook?a=b`, options)

describe('a message to a receiver', () => {
  test('is posted as it is, on a connection of its own', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Id': '7' }
    expect(await local({ headers })).toEqual({ kind: 'answered', status: 204, afterMs: undefined })
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/hook?a=b' })
    expect(asked[0]!.headers).toMatchObject({
      'x-id': '7',
      'content-length': '8',
      host: `127.0.0.1:${port}`,
      connection: 'close',
    })
    expect(bodies).toEqual(['{"ü":1}'])
  })

  test.each([200, 204, 301, 302, 307, 308, 400, 404, 410, 429, 500, 503])(
    'is answered by %s, whatever it leads to',
    async (status) => {
      answer = (response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${port}/elsewhere` }).end()
      expect(await local()).toMatchObject({ kind: 'answered', status })
      expect(asked.map(({ url }) => url)).toEqual(['/hook?a=b'])
    },
  )

  test('may be put off, in seconds or until a date', async () => {
    answer = (response) => response.writeHead(429, { 'retry-after': '120' }).end()
    expect(await local()).toMatchObject({ status: 429, afterMs: 120_000 })
    const date = new Date(Date.now() + 60_000).toUTCString()
    answer = (response) => response.writeHead(503, { 'retry-after': date }).end()
    const put = await local()
    expect(put).toMatchObject({ status: 503 })
    expect((put as { afterMs: number }).afterMs).toBeGreaterThan(50_000)
    answer = (response) => response.writeHead(503, { 'retry-after': 'soon' }).end()
    expect(await local()).toMatchObject({ afterMs: undefined })
  })

  test('is answered by a status even when five megabytes follow it, which are not read', async () => {
    let sent = 0
    answer = (response) => {
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

  test('is answered by a status even when what follows never ends', async () => {
    answer = (response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(drip))
    }
    const began = Date.now()
    expect(await local()).toMatchObject({ kind: 'answered', status: 200 })
    expect(Date.now() - began).toBeLessThan(8_000)
  })

  test('waits so long and no longer for a receiver that never answers', async () => {
    answer = () => {}
    expect(await local({ timeoutMs: 200 })).toEqual({
      kind: 'unreachable',
      error: 'no answer in time',
    })
  })

  test('waits no longer for one that answers a byte at a time', async () => {
    const slow = createSocketServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      const drip = setInterval(() => socket.write('x'), 20)
      socket.on('error', () => {})
      socket.on('close', () => clearInterval(drip))
    })
    const url = `http://127.0.0.1:${await listen(slow)}/`
    expect(await post(url, { timeoutMs: 300 })).toMatchObject({ error: 'no answer in time' })
  })

  test.each([
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['another protocol, unnamed', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('is answered by %s in time, which nobody asked for', async (_, head) => {
    let ended: Promise<unknown> = Promise.resolve()
    const switching = createSocketServer((socket) => {
      ended = new Promise((resolve) => socket.once('close', resolve))
      socket.on('error', () => {})
      socket.once('data', () => socket.write(`${head}noise`))
    })
    const url = `http://127.0.0.1:${await listen(switching)}/`
    expect(await post(url, { timeoutMs: 500 })).toMatchObject({ kind: 'answered', status: 101 })
    await ended
  })

  test('fails in words when the connection does', async () => {
    const cut = createSocketServer((socket) => socket.resetAndDestroy())
    expect(await post(`http://127.0.0.1:${await listen(cut)}/`)).toMatchObject({
      kind: 'unreachable',
      error: 'the connection was cut',
    })
    const closed = createSocketServer()
    const free = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    expect(await post(`http://127.0.0.1:${free}/`)).toMatchObject({
      error: 'the connection was refused',
    })
    const babble = createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
    expect(await post(`http://127.0.0.1:${await listen(babble)}/`)).toMatchObject({
      error: 'its answer is not HTTP',
    })
  })
})

describe('a host', () => {
  const guarded = (url: string, names: Names) => {
    const { ctx, questions } = contextOf('', names)
    const sent = guardedPost(ctx, { url: new URL(url), headers: {}, body: '', timeoutMs: 500 })
    return { sent, questions }
  }
  const refusal = { kind: 'unreachable', error: 'its host is not on the public Internet' }

  test.each([
    ['inside', ['127.0.0.1']],
    ['inside too, among public ones', ['93.184.215.14', '10.0.0.1']],
    ['a cloud’s metadata', ['169.254.169.254']],
    ['inside by IPv6', ['2606:4700::1', '::1']],
    ['inside, wrapped', ['::ffff:127.0.0.1']],
  ])('is refused that is %s', async (_, addresses) => {
    const { sent } = guarded(`https://receiver.test:${port}/`, { 'receiver.test': addresses })
    expect(await sent).toEqual(refusal)
    expect(asked).toEqual([])
  })

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://１２７.０.０.１/',
    'https://0/',
  ])('is refused that is written as %s', async (url) => {
    const ctx = createTestContext()
    expect(await guardedPost(ctx, { url: new URL(url), headers: {}, body: '' })).toEqual(refusal)
    expect(await findHostFault(ctx, new URL(url))).toBe('its host is not on the public Internet')
  })

  test('is looked up once for each message, and connected to where it was found', async () => {
    const names: Record<string, readonly string[]> = { 'receiver.test': ['192.0.0.8'] }
    const { ctx, questions } = contextOf('', names)
    const url = new URL(`https://receiver.test:${port}/`)
    // Public when it is checked, inside when it is connected to.
    names['receiver.test'] = ['2606:4700:4700::1111']
    expect(await findHostFault(ctx, url)).toBeUndefined()
    names['receiver.test'] = ['127.0.0.1']
    expect(await guardedPost(ctx, { url, headers: {}, body: '' })).toEqual(refusal)
    expect(questions).toEqual(['receiver.test', 'receiver.test'])
    const connect = pinnedTo([{ address: '1.1.1.1', family: 4 }])
    connect('receiver.test', { all: true }, (_, found) =>
      expect(found).toEqual([{ address: '1.1.1.1', family: 4 }]),
    )
    connect('receiver.test', {}, (_, address, family) =>
      expect([address, family]).toEqual(['1.1.1.1', 4]),
    )
    expect(questions).toHaveLength(2)
  })

  test('is connected to where it was found, though its name leads elsewhere by then', async () => {
    let connections = 0
    const inside = createSocketServer((socket) => {
      connections += 1
      socket.destroy()
    })
    let answers = 0
    // The system's own resolver leads localhost inside; nobody has the address that is found.
    const resolveHost = async (): Promise<HostAddress[]> => {
      answers += 1
      return [{ address: answers === 1 ? '2000::1' : '127.0.0.1', family: answers === 1 ? 6 : 4 }]
    }
    const ctx = createTestContext({ resolveHost })
    const url = new URL(`https://localhost:${await listen(inside)}/`)
    const sent = await guardedPost(ctx, { url, headers: {}, body: '', timeoutMs: 500 })
    expect(sent.kind).toBe('unreachable')
    expect([answers, connections]).toEqual([1, 0])
  })

  test('fails in words without addresses or name servers', async () => {
    const { ctx } = contextOf('', { 'none.test': [] })
    const send = (url: string) => guardedPost(ctx, { url: new URL(url), headers: {}, body: '' })
    expect(await send('https://none.test/')).toMatchObject({ error: 'its host has no address' })
    expect(await send('https://dark.test/')).toMatchObject({
      error: 'no name server knows its host now',
    })
  })

  test('whose name server never answers takes no longer than the rest', async () => {
    const ctx = createTestContext({ resolveHost: () => new Promise(() => {}) })
    const url = new URL('https://silent.test/')
    expect(await guardedPost(ctx, { url, headers: {}, body: '', timeoutMs: 100 })).toEqual({
      kind: 'unreachable',
      error: 'no answer in time',
    })
  })

  test('that is public is sent to by https alone', async () => {
    const { sent, questions } = guarded('http://receiver.test/', { 'receiver.test': ['1.1.1.1'] })
    expect(await sent).toEqual({ kind: 'unreachable', error: 'only https is sent to' })
    expect(questions).toEqual([])
  })

  test('is allowed inside with its port alone', async () => {
    const { ctx } = contextOf(`127.0.0.1:${port}`, { '127.0.0.1': ['127.0.0.1'] })
    const send = (url: string) => guardedPost(ctx, { url: new URL(url), headers: {}, body: '' })
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 204 })
    expect(await send(`https://127.0.0.1:${port + 1}/`)).toEqual(refusal)
  })
})

test('a receiver by https is asked for by its name, and its certificate must hold', async () => {
  const names: string[] = []
  const secure = createTlsServer({
    SNICallback: (name, done) => {
      names.push(name)
      done(new Error('no certificate'))
    },
  })
  secure.on('tlsClientError', () => {})
  const at = await listen(secure)
  const { ctx } = contextOf(`localhost:${at}`)
  const url = new URL(`https://localhost:${at}/`)
  const sent = await guardedPost(ctx, { url, headers: {}, body: '' })
  expect(sent).toMatchObject({ kind: 'unreachable' })
  expect(names).toContain('localhost')
})
