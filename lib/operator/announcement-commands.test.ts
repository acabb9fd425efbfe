import { beforeEach, describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { everywhere } from '@/lib/core/identity'
import { readInbox } from '@/lib/notifications/read-notifications'
import { done, type OperatorFixture } from '@/lib/testing/accounts/operator-fixture'
import { test } from '@/lib/testing/test'

let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})
const account: Address = '0x00000000000000000000000000000000000000aa'

beforeEach(async () => {
  await fixture.ctx.db.announcement.deleteMany()
})

const refused = (text: RegExp) => ({ code: 1, err: expect.stringMatching(text) })
const misused = (text: RegExp) => ({ code: 2, err: expect.stringMatching(text) })
const publish = (rest = '') =>
  fixture.operate(
    `announcements publish --title "A pause" --message "No auctions on Sunday." --reason "maintenance" --yes ${rest}`,
  )
const shown = async () =>
  (await readInbox(fixture.ctx, everywhere(account), { limit: 1 })).announcements
const list = async () => JSON.parse((await fixture.operate('announcements list --json')).out)

describe('announcements', () => {
  test('appear in every inbox once published, and are audited', async () => {
    expect(await publish('--url /orders --until 2100-01-01T00:00Z')).toMatchObject(done)
    const [announcement] = await shown()
    expect(announcement).toMatchObject({
      title: 'A pause',
      message: 'No auctions on Sunday.',
      url: '/orders',
      endsAt: new Date('2100-01-01'),
      isRead: false,
    })
    expect(await fixture.lastAction()).toMatchObject({
      operator: 'alice',
      action: 'publish-announcement',
      target: announcement!.id,
      reason: 'maintenance',
      details: { title: 'A pause', url: '/orders', endsAt: '2100-01-01T00:00:00.000Z' },
    })
    expect(await list()).toMatchObject([{ id: announcement!.id, state: 'shown', title: 'A pause' }])
  })

  test('are withdrawn from every inbox, and only once', async () => {
    await publish()
    const [announcement] = await shown()
    const line = `announcements withdraw ${announcement!.id} --reason "put off" --yes`
    expect(await fixture.operate(line)).toMatchObject(done)
    expect(await shown()).toEqual([])
    expect(await fixture.lastAction()).toMatchObject({
      action: 'withdraw-announcement',
      target: announcement!.id,
      reason: 'put off',
    })
    expect(await fixture.operate(line)).toMatchObject(refused(/is already withdrawn/))
    expect(await list()).toMatchObject([{ state: 'withdrawn' }])
  })

  test('are listed as ended after their end', async () => {
    const publishedAt = new Date(0)
    const endsAt = new Date(1)
    await fixture.ctx.db.announcement.create({
      data: { title: 'a', message: 'b', publishedAt, endsAt },
    })
    expect(await list()).toMatchObject([{ state: 'ended' }])
  })

  test('stay unpublished in a dry run', async () => {
    expect((await publish('--dry-run')).out).toContain('planned')
    expect(await shown()).toEqual([])
  })

  test('are rejected if incomplete or invalid', async () => {
    const line = 'announcements publish --reason x --yes'
    expect(await fixture.operate(line)).toMatchObject(misused(/--title "<text>" is required/))
    expect(await fixture.operate(`${line} --title a`)).toMatchObject(
      refused(/message must be text/),
    )
    expect(await publish('--url //evil.example')).toMatchObject(refused(/url must be an https/))
    expect(await publish('--until tomorrow')).toMatchObject(
      misused(/--until "tomorrow" is not a time/),
    )
    expect(await publish('--until 2020-01-01T00:00Z')).toMatchObject(refused(/in the future/))
    expect(await publish('more')).toMatchObject(misused(/"more" is an unexpected argument/))
    expect(await shown()).toEqual([])
  })

  test('are reported as not found if they do not exist', async () => {
    const withdraw = (id: string) =>
      fixture.operate(`announcements withdraw ${id} --reason x --yes`)
    expect(await withdraw('1')).toMatchObject(misused(/"1" is not an announcement id/))
    const id = '0b8f5f0c-6f0e-4a5c-9e5b-5a3f0d4b7c21'
    expect(await withdraw(id)).toMatchObject(refused(/there is no announcement 0b8f/))
  })
})
