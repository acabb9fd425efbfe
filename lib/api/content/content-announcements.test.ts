import { beforeEach, describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { everywhere } from '@/lib/core/identity'
import { readInbox } from '@/lib/notifications/read-notifications'
import {
  type ContentFixture,
  contentKey,
  openContentFixture,
  type WebFixture,
} from '@/lib/testing/http/web-fixture'
import { testWith } from '@/lib/testing/test'

const account: Address = '0x00000000000000000000000000000000000000aa'
const test = testWith({ CMS_API_KEY: contentKey })
let fixture: WebFixture
let call: ContentFixture['call']

test.beforeAll(({ web }) => {
  fixture = web
  call = openContentFixture(web, 'announcements').call
})

beforeEach(async () => {
  await fixture.ctx.db.announcement.deleteMany()
})

const pause = { title: ' A pause ', message: 'No auctions\non Sunday.\n' }
const shown = async () =>
  (await readInbox(fixture.ctx, everywhere(account), { limit: 1 })).announcements
const lastAction = () => fixture.ctx.db.operatorAction.findFirst({ orderBy: { id: 'desc' } })

describe('announcements by the content API', () => {
  test('reject requests without the key', async () => {
    const { body: kept } = await call('POST', '', { body: pause })
    for (const authorization of [undefined, 'Bearer another', 'Bearer ']) {
      const given = { authorization }
      expect(await call('GET', '', given)).toMatchObject({ status: 401 })
      expect(await call('POST', '', { ...given, body: pause })).toMatchObject({ status: 401 })
      expect(await call('DELETE', `/${kept.id}`, given)).toMatchObject({ status: 401 })
    }
    expect(await shown()).toHaveLength(1)
  })

  test.each([{ CMS_API_KEY: '' }, { CMS_API_KEY: contentKey, CMS_ENABLED: 'false' }])(
    'are disabled with %j',
    async (environment) => {
      const base = await fixture.serve(environment)
      const unavailable = { status: 503, body: { message: 'service unavailable' } }
      expect(await call('GET', '', { base })).toEqual(unavailable)
      expect(await call('POST', '', { base, body: pause })).toEqual(unavailable)
    },
  )

  test('are shown until withdrawn; both changes are in the audit record', async () => {
    const published = await call('POST', '', { body: { ...pause, url: 'https://example.org/a' } })
    expect(published).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        title: 'A pause',
        message: 'No auctions\non Sunday.',
        url: 'https://example.org/a',
        publishedAt: expect.any(String),
        endsAt: null,
        withdrawnAt: null,
      },
    })
    const { id } = published.body
    const record = { operator: 'content API', target: id, reason: 'by the content API' }
    expect(await lastAction()).toMatchObject({ ...record, action: 'publish-announcement' })
    expect(await shown()).toMatchObject([{ id, isRead: false }])
    const withdrawn = await call('DELETE', `/${id.toUpperCase()}?reason=done`)
    expect(withdrawn).toEqual({
      status: 200,
      body: { ...published.body, withdrawnAt: expect.any(String) },
    })
    const done = { ...record, action: 'withdraw-announcement', reason: 'done' }
    expect(await lastAction()).toMatchObject(done)
    expect(await shown()).toEqual([])
    expect(await call('DELETE', `/${id}`)).toEqual(withdrawn)
    expect(await lastAction()).toMatchObject(done)
  })

  test('are listed in pages, newest first', async () => {
    const publishedAt = new Date()
    const data = ['a', 'b', 'c', 'd', 'e'].map((title) => ({ title, message: title, publishedAt }))
    await fixture.ctx.db.announcement.createMany({ data })
    const all = (await call('GET')).body as { id: string }[]
    expect(all).toHaveLength(5)
    const pages = [...(await call('GET', '?limit=2')).body]
    for (let before = pages.at(-1); before; ) {
      const { body } = await call('GET', `?limit=2&before=${before.id}`)
      pages.push(...body)
      before = body.at(-1)
    }
    expect(pages).toEqual(all)
    expect(await call('GET', '?before=0b8f5f0c-6f0e-4a5c-9e5b-5a3f0d4b7c21')).toEqual({
      status: 400,
      body: { message: 'before names no announcement' },
    })
  })

  test.each<[string, object, RegExp]>([
    ['no title', { title: undefined }, /^title is missing$/],
    ['an empty title', { title: '  ' }, /^title must be one line of 1 to 120 characters/],
    ['a title of two lines', { title: 'a\nb' }, /^title must be one line/],
    ['no message', { message: undefined }, /^message is missing$/],
    ['markup', { message: '<img src=x>' }, /^message must be plain text without markup$/],
    ['a bidirectional override', { message: 'a\u202eb' }, /^message must be text/],
    ['an endless message', { message: 'a'.repeat(2_001) }, /^message must be text of 1 to 2000/],
    ['a script for an address', { url: 'javascript:alert(1)' }, /^url must be an https address/],
    ['an address of another host as a path', { url: '//evil.example' }, /^url must be an https/],
    ['a malformed end', { endsAt: 'tomorrow' }, /^endsAt must be a time such as/],
    ['an end in the past', { endsAt: '2020-01-01T00:00:00Z' }, /^endsAt must be in the future$/],
  ])('are rejected with %s', async (_, change, message) => {
    expect(await call('POST', '', { body: { ...pause, ...change } })).toEqual({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
    expect(await shown()).toEqual([])
  })
})
