import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { HostAddress } from '@/lib/resolve-host'
import { createTestContext } from '@/lib/testing/test-context'

/** Addresses by host name, one per lookup; other names fail to resolve. */
export type Names = Readonly<Record<string, readonly string[]>>

/** A local HTTP receiver, and others that a test opens. */
export type PostFixture = {
  /** Port of the receiver that is open from the start. */
  readonly port: number
  readonly asked: readonly IncomingMessage[]
  readonly bodies: readonly string[]
  /** The response from now on; reset to 204 before each test. */
  answer: (response: ServerResponse, request: IncomingMessage) => void
  /** Starts another server until the file's tests end, and returns its port. */
  readonly listen: (server: Server) => Promise<number>
}

/** Opens the fixture. `reset` forgets the requests and answers 204. */
export async function openPostFixture() {
  const asked: IncomingMessage[] = []
  const bodies: string[] = []
  const opened: Server[] = []
  const accept: PostFixture['answer'] = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    asked.push(request)
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    fixture.answer(response, request)
  })
  const listen = async (listener: Server) => {
    opened.push(listener)
    listener.listen(0, '127.0.0.1')
    await new Promise((resolve) => listener.once('listening', resolve))
    return (listener.address() as AddressInfo).port
  }
  const fixture: PostFixture = { port: await listen(server), asked, bodies, listen, answer: accept }
  return {
    fixture,
    reset: () => {
      asked.length = 0
      bodies.length = 0
      fixture.answer = accept
    },
    close: () => {
      server.closeAllConnections()
      for (const one of opened) one.close()
    },
  }
}

/** Creates a context that resolves only `names`, and records the names it looked up. */
export function postContext(allowedHosts: string, names: Names = {}) {
  const questions: string[] = []
  const resolveHost = async (name: string): Promise<HostAddress[]> => {
    questions.push(name)
    const addresses = names[name]
    if (!addresses) throw new Error('no name server answers')
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const environment = { WEBHOOK_ALLOWED_HOSTS: allowedHosts }
  return { ctx: createTestContext({ environment, resolveHost }), questions }
}
