import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createResolveHost, type ResolveHost } from './resolve-host'

/** Addresses by name and record type. A number is an RCODE; a missing type gets no answer. */
const zone: Readonly<Record<string, { A?: string[] | number; AAAA?: string[] | number }>> = {
  'both.test': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] },
  'four.test': { A: ['192.0.2.1'], AAAA: [] },
  'six.test': { A: [], AAAA: ['2001:db8::1'] },
  'empty.test': { A: [], AAAA: [] },
  'none.test': { A: 3, AAAA: 3 },
  'half.test': { A: ['192.0.2.1'], AAAA: 2 },
  'broken.test': { A: 2, AAAA: 2 },
  'silent.test': {},
}

const server = createSocket('udp4')
let resolveHost: ResolveHost
beforeAll(async () => {
  server.on('message', (query, { port, address }) => {
    const reply = answerTo(query)
    if (reply) server.send(reply, port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  resolveHost = createResolveHost([`127.0.0.1:${server.address().port}`])
})
afterAll(() => server.close())

/** Builds a DNS response (RFC 1035, section 4.1). */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  const records = zone[labels.join('.').toLowerCase()]?.[type === 1 ? 'A' : 'AAAA']
  if (records === undefined) return undefined
  const addresses = typeof records === 'number' ? [] : records
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 + (typeof records === 'number' ? records : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const answers = addresses.map((address) => {
    const data = type === 1 ? Buffer.from(address.split('.').map(Number)) : bytesOfIPv6(address)
    const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
    return Buffer.concat([fixed, data])
  })
  return Buffer.concat([header, query.subarray(12, at + 5), ...answers])
}

function bytesOfIPv6(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::')
  const [first, last] = [head, tail].map((part) =>
    part.split(':').map((word) => Number(`0x${word}`)),
  )
  const words = [...first!, ...Array(8 - first!.length - last!.length).fill(0), ...last!]
  return Buffer.from(words.flatMap((word) => [word >> 8, word & 255]))
}

describe('createResolveHost', () => {
  test('returns every address that the name servers know', async () => {
    expect(await resolveHost('both.test')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ])
    expect(await resolveHost('four.test')).toEqual([{ address: '192.0.2.1', family: 4 }])
    expect(await resolveHost('six.test')).toEqual([{ address: '2001:db8::1', family: 6 }])
    expect(await resolveHost('half.test')).toEqual([{ address: '192.0.2.1', family: 4 }])
  })

  test('returns none when the name servers say there is none', async () => {
    expect(await resolveHost('empty.test')).toEqual([])
    expect(await resolveHost('none.test')).toEqual([])
  })

  test.each(['broken.test', 'silent.test'])(
    'fails for %s when no name server answers',
    async (name) => {
      await expect(resolveHost(name)).rejects.toThrow('no name server answers')
    },
  )

  test('returns an IP literal without a query', async () => {
    expect(await resolveHost('192.0.2.9')).toEqual([{ address: '192.0.2.9', family: 4 }])
    expect(await resolveHost('[::1]')).toEqual([{ address: '::1', family: 6 }])
  })
})
