import { expect } from 'vitest'
import type { WebFixture } from '@/lib/testing/http/web-fixture'
import { testWith } from '@/lib/testing/test'
import { announcementExample } from './announcements'

const test = testWith({ CMS_API_KEY: 'key' })

let fixture: WebFixture

test.beforeAll(({ web }) => {
  fixture = web
})
const read = async () => {
  const response = await fetch(`${fixture.url}/api/announcements`)
  return { status: response.status, body: (await response.json()) as { title: string }[] }
}

test('returns current announcements without a session', async () => {
  const minute = (ahead: number) => new Date(Date.now() + ahead * 60_000)
  const row = (title: string, publishedAt: Date, more = {}) => ({
    ...{ title, message: 'm', publishedAt, ...more },
  })
  await fixture.ctx.db.announcement.createMany({
    data: [
      row('older', minute(-2)),
      row('newer', minute(-1), { endsAt: minute(9) }),
      row('over', minute(-3), { endsAt: minute(-1) }),
      row('withdrawn', minute(-1), { withdrawnAt: minute(-1) }),
      row('later', minute(5)),
    ],
  })
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body.map(({ title }) => title)).toEqual(['newer', 'older'])
  expect(Object.keys(body[0] ?? {}).sort()).toEqual(Object.keys(announcementExample).sort())
})

test('returns at most twenty', async () => {
  const data = Array.from({ length: 25 }, (_, index) => ({
    ...{ title: `a${index}`, message: 'm', publishedAt: new Date(Date.now() - 1_000) },
  }))
  await fixture.ctx.db.announcement.createMany({ data })
  expect((await read()).body).toHaveLength(20)
})
