import { describe, expect } from 'vitest'
import type { WebFixture } from '@/lib/testing/http/web-fixture'
import { test as base } from '@/lib/testing/test'

const test = base.extend('webNow', { scope: 'file' }, 1_795_392_000_000)

let fixture: WebFixture

test.beforeAll(({ web }) => {
  fixture = web
})

async function get(path: string, base = fixture.url) {
  const response = await fetch(`${base}/affiliate/${path}`)
  return { status: response.status, body: await response.json() }
}

describe('statistics reject', () => {
  const nobody = `0x${'99'.repeat(20)}`

  test.each([
    ['affiliate-stats', 'affiliate stats not found'],
    ['trader-stats', 'trader stats not found'],
  ])('%s of a wallet that never had or used a code with 404', async (name, message) => {
    expect(await get(`${name}/${nobody}`)).toEqual({ status: 404, body: { message } })
  })

  test.each([
    `trader-activity/${nobody}`,
    `payouts/${nobody}`,
    `affiliate-stats/${nobody}/traders`,
    `affiliate-stats/${nobody}/days`,
  ])('nothing, but return no rows: %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: { rows: [] } })
  })

  test.each([
    'affiliate-stats/0x12',
    'trader-stats/0x12',
    'trader-activity/0x12',
    'payouts/0x12',
    'affiliate-stats/0x12/traders',
    'affiliate-stats/0x12/days',
  ])('%s with a malformed address with 400', async (path) => {
    expect(await get(path)).toEqual({
      status: 400,
      body: { message: 'address must be an address: 0x and 40 hexadecimal digits' },
    })
  })

  test.each([
    [`trader-activity/${nobody}?limit=101`, 'limit must be a whole number from 1 to 100'],
    [`trader-activity/${nobody}?limit=0`, 'limit must be a whole number from 1 to 100'],
    [`payouts/${nobody}?offset=-1`, 'offset must be a whole number from 0 to 1000000'],
    [`affiliate-stats/${nobody}/days?from=2026-02-30`, 'from must be a date such as 2026-11-21'],
    [`affiliate-stats/${nobody}/days?to=1795392000`, 'to must be a date such as 2026-11-21'],
  ])('%s with 400 and what to change', async (path, message) => {
    expect(await get(path)).toEqual({ status: 400, body: { message } })
  })

  test('every request with 503 while disabled; a statistics key has no effect', async () => {
    const [off, keyed] = await Promise.all([
      fixture.serve({ CMS_ENABLED: 'false' }),
      fixture.serve({ DUNE_API_KEY: 'key' }),
    ])
    for (const path of ['affiliate-stats', 'trader-stats', 'trader-activity', 'payouts']) {
      expect(await get(`${path}/${nobody}`, off), path).toEqual({
        status: 503,
        body: { message: 'service unavailable' },
      })
      const [plain, withKey] = await Promise.all(
        [fixture.url, keyed].map((base) => get(`${path}/${nobody}`, base)),
      )
      expect(withKey, path).toEqual(plain)
    }
  })
})
