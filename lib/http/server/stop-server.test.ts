import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { stopServer } from './stop-server'

async function listenWithDelay(delayMs: number) {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('done'), delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('answers in-flight requests and refuses later ones', async () => {
  const { server, url } = await listenWithDelay(200)
  const under = fetch(url)
  await once(server, 'request')
  // Longer than the test's timeout.
  const stopped = stopServer(server, 600_000)
  await expect(fetch(url)).rejects.toThrow()
  expect(await (await under).text()).toBe('done')
  await stopped
})

test('cuts requests that take longer than the drain', async () => {
  const { server, url } = await listenWithDelay(60_000)
  const under = fetch(url)
  await once(server, 'request')
  await Promise.all([expect(under).rejects.toThrow(), stopServer(server, 100)])
})

test('does not wait for an upgraded connection', async () => {
  const { server, url } = await listenWithDelay(0)
  server.on('upgrade', () => {})
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(server, 'upgrade')
  await stopServer(server, 100)
  socket.destroy()
})
