import { describe, expect } from 'vitest'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import { testWith } from '@/lib/testing/test'

const from = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const to = `0x${'ab'.repeat(20)}`
const plain = { from, to, input: '0x' }

let fixture: ServiceFixture

const test = testWith({ WRITES_PER_SECOND: '0' })

test.beforeAll(({ service }) => {
  fixture = service
})

async function post(body: unknown, network = '1') {
  const response = await fetch(`${fixture.url}/${network}/simulation/simulateBundle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const cacheControl = response.headers.get('cache-control')
  return { status: response.status, cacheControl, body: await response.json() }
}

describe('simulateBundle', () => {
  test('accepts hooks as sent by the public web app, by chain id and name', async () => {
    for (const network of ['1', 'mainnet']) {
      const { status, body, cacheControl } = await post(
        [plain, { ...plain, gas_price: '0' }],
        network,
      )
      expect([status, cacheControl]).toEqual([200, 'no-store'])
      expect(body).toMatchObject([
        { status: true, link: '', gasUsed: '21000', cumulativeBalancesDiff: {} },
        { status: true, link: '', gasUsed: '21000', cumulativeBalancesDiff: {} },
      ])
    }
  })

  test('reports the effects of each transaction', async () => {
    const value = '1000000000000000000'
    const { body } = await post([{ ...plain, value, gas: 21_000 }])
    const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
    expect(body[0].cumulativeBalancesDiff).toEqual({
      [from.toLowerCase()]: { [native]: `-${value}` },
      [to]: { [native]: value },
    })
    expect(body[0].stateDiff).toContainEqual({
      address: to,
      soltype: null,
      original: { balance: '0x0' },
      dirty: { balance: '0xde0b6b3a7640000' },
      raw: [],
    })
  })

  test.each<[unknown, string]>([
    [{}, 'the body must be a list of transactions'],
    [[], 'the body must have at least one transaction'],
    [Array(21).fill(plain), 'the body must have at most 20 transactions'],
    [[null], '0 must be an object'],
    [[{ to, input: '0x' }], '0.from is missing'],
    [[plain, { ...plain, to: null }], '1.to must be an address: 0x and 40 hexadecimal digits'],
    [
      [{ ...plain, from: 'vitalik.eth' }],
      '0.from must be an address: 0x and 40 hexadecimal digits',
    ],
    [[{ ...plain, input: '0x1' }], '0.input must be whole bytes of hex, starting with 0x'],
    [
      [{ ...plain, value: '0x1' }],
      '0.value must be a string of decimal digits without sign or leading zero (atoms)',
    ],
    [
      [{ ...plain, value: 1 }],
      '0.value must be a string of decimal digits without sign or leading zero (atoms)',
    ],
    [[{ ...plain, value: String(2n ** 256n) }], '0.value must fit uint256'],
    [[{ ...plain, gas: '21000' }], '0.gas must be a whole number'],
    [[{ ...plain, gas: 21_000.5 }], '0.gas must be a whole number'],
    [
      [{ ...plain, gas: 20_999 }],
      '0.gas must be at least 21000 and 10 for each zero byte, 40 for any other of input',
    ],
    [[{ ...plain, gas: 30_000_001 }], '0.gas must be at most 30000000'],
    [
      [{ ...plain, gas: 21_000, input: '0x01' }],
      '0.gas must be at least 21000 and 10 for each zero byte, 40 for any other of input',
    ],
    [
      [{ ...plain, gas: 30_000_000 }, plain],
      'the body must get along with 30000000 gas together; state less gas, or send fewer transactions',
    ],
    [
      [{ ...plain, gas_price: 'much' }],
      '0.gas_price must be a string of decimal digits without sign or leading zero (atoms)',
    ],
  ])('rejects a malformed bundle: %#', async (body, message) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { message } })
  })

  test('rejects a body over 128 KiB', async () => {
    const input = (bytes: number) => [{ ...plain, input: `0x${'00'.repeat(bytes)}` }]
    expect((await post(input(65_000))).status).toBe(200)
    expect((await post(input(66_000))).status).toBe(413)
  })

  test('rejects malformed JSON and unknown networks', async () => {
    expect((await post('[')).status).toBe(400)
    expect((await post([plain], '2')).status).toBe(404)
    expect((await post([plain], 'gnosis')).status).toBe(503)
  })
})
