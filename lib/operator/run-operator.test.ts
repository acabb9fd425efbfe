import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { describe, expect } from 'vitest'
import { findOrder } from '@/lib/orders/order-store'
import {
  done,
  type OperatorFixture,
  operateOn,
  trader,
  usdc,
  weth,
} from '@/lib/testing/accounts/operator-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'

let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})

describe('the audit log', () => {
  test('records the operator, time, change and reason, newest first', async () => {
    await fixture.operate(`bans add ${trader.address} --reason first --yes`)
    await fixture.operate(`bans remove ${trader.address} --reason second --operator bob --yes`)
    expect(await fixture.lastAction()).toMatchObject({
      operator: 'bob',
      action: 'unban',
      target: trader.address,
      reason: 'second',
      details: { bannedFor: 'first' },
    })
    const rows = JSON.parse((await fixture.operate('log --limit 2 --json')).out)
    expect(rows.map((row: { operator: string }) => row.operator)).toEqual(['bob', 'alice'])
    expect(rows[0].details).toMatchObject({ bannedFor: 'first' })
    expect((await fixture.operate('log --limit 1')).out).toContain('"bannedFor":"first"')
  })

  test('cannot be altered, not even in the database', async () => {
    await fixture.operate(`bans add ${trader.address} --reason x --yes`)
    const { id } = (await fixture.lastAction())!
    await expect(
      fixture.ctx.db.operatorAction.update({ where: { id }, data: { operator: 'eve' } }),
    ).rejects.toThrow()
    await expect(fixture.ctx.db.operatorAction.deleteMany()).rejects.toThrow()
    await expect(fixture.ctx.db.$executeRaw`TRUNCATE operator_actions`).rejects.toThrow()
    expect(await fixture.lastAction()).toMatchObject({ id, operator: 'alice' })
  })

  test('is written with the change: without the record nothing changes', async () => {
    await fixture.ctx.db
      .$executeRaw`ALTER TABLE operator_actions ADD CONSTRAINT closed CHECK (false) NOT VALID`
    const { code, out } = await fixture.operate(`bans add ${trader.address} --reason x --yes`)
    await fixture.ctx.db.$executeRaw`ALTER TABLE operator_actions DROP CONSTRAINT closed`
    expect([code, out]).toEqual([1, expect.stringMatching(/refused: /)])
    expect(await fixture.ctx.db.bannedAccount.count()).toBe(0)
  })
})

describe('every command that makes changes', () => {
  test('changes nothing in a dry run, and shows the plan', async () => {
    const { uid } = await fixture.place()
    const recorded = await fixture.ctx.db.operatorAction.count()
    const lines = [
      `bans add ${trader.address}`,
      `tokens deny mainnet ${weth}`,
      `orders cancel ${uid}`,
    ]
    for (const line of lines) {
      const { code, out, err } = await fixture.operate(`${line} --reason x --dry-run --yes`)
      expect(code).toBe(0)
      expect(out).toMatch(/planned/)
      expect(err).toBe('Dry run: nothing was changed.\n')
    }
    expect(await fixture.ctx.db.bannedAccount.count()).toBe(0)
    expect(await fixture.ctx.db.deniedToken.count()).toBe(0)
    expect(await findOrder(fixture.ctx.db, 1, uid)).toMatchObject({ status: 'open' })
    expect(await fixture.ctx.db.operatorAction.count()).toBe(recorded)
  })

  test('asks for confirmation, and accepts only yes', async () => {
    const line = `bans add ${trader.address} --reason x`
    for (const reply of [{ answer: 'no' }, { answer: '' }, { answer: 'y' }, {}]) {
      const { code, err } = await fixture.operate(line, reply)
      expect([code, err]).toEqual([1, expect.stringMatching(/^Nothing was changed/)])
    }
    expect(await fixture.ctx.db.bannedAccount.count()).toBe(0)
    expect(await fixture.operate(line, { answer: 'yes' })).toMatchObject(done)
    expect(await fixture.ctx.db.bannedAccount.count()).toBe(1)
  })

  test.each([
    ['no reason', `bans add ${trader.address} --yes`, /--reason/],
    ['a reason of two lines', `bans add ${trader.address} --reason "a\nb" --yes`, /one line/],
    ['a long reason', `bans add ${trader.address} --reason ${'x'.repeat(201)} --yes`, /200/],
    ['no operator', `bans add ${trader.address} --reason x --operator "" --yes`, /--operator/],
    ['a malformed address', 'bans add 0x12 --reason x --yes', /0x and 40/],
    ['the zero address', `bans add 0x${'0'.repeat(40)} --reason x --yes`, /not an address/],
    ['no address', 'bans add --reason x --yes', /<address> is missing/],
    ['two addresses', `bans add ${weth} ${usdc} --reason x --yes`, /unexpected argument/],
    ['an unknown network', `tokens deny mars ${weth} --reason x --yes`, /Networks: mainnet/],
    ['a malformed uid', 'orders cancel 0x12 --reason x --yes', /112 hex/],
    ['no order', 'orders cancel --reason x --yes', /--all-of/],
    ['an unknown status', 'orders list --status dead', /open, fulfilled/],
    ['an unknown option', 'bans list --verbose', /verbose/],
    ['an option of another command', 'bans list --owner x', /no option --owner/],
    ['a limit of 0', 'log --limit 0', /1 to 1000/],
    ['an unknown command', 'bans burn', /Commands: bans list, bans add, bans remove/],
    ['half a command', 'orders', /Commands: orders list, orders cancel/],
  ])('rejects %s as a usage error', async (_, line, message) => {
    const { code, out, err } = await fixture.operate(line)
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(message)])
    expect(err).toMatch(/npm run operator -- help/)
  })

  test('is described by help', async () => {
    for (const line of ['', 'help', 'bans add --help', 'help tokens', 'network --help']) {
      expect(await fixture.operate(line)).toMatchObject({ code: 0, err: '' })
    }
    const group = await fixture.operate('network --help')
    expect(group.out).toMatch(/network check[\s\S]*network deploy/)
    expect(group.out).not.toContain('bans')
    const { out } = await fixture.operate('help')
    for (const name of [
      'bans add <address>',
      'tokens deny',
      'orders cancel',
      'work replay',
      'log',
    ]) {
      expect(out).toContain(name)
    }
  })
})

test.each([
  ['cannot be reached', 'postgresql://127.0.0.1:1/none', /Can't reach database server/],
  ['is not there', undefined, /set DATABASE_URL/],
])('reports a database that %s, with exit code 1', async (_, url, message) => {
  const ctx = createTestContext(url ? { url } : {})
  const printed = await operateOn(ctx, 'bans list')
  await ctx.db.$disconnect()
  expect(printed).toEqual({ code: 1, out: '', err: expect.stringMatching(message) })
  expect(printed.err.split('\n')).toHaveLength(2)
})

describe('npm run operator', () => {
  const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/operator.ts', ...argv], {
      env: { ...process.env, DATABASE_URL: fixture.database.url, USER: 'carol', ...env },
    })

  test('bans an account under the name of the logged-in user, once confirmed', async () => {
    const ban = ['bans', 'add', trader.address, '--reason', 'stolen funds']
    // Without a terminal, the command cannot be confirmed.
    await expect(run(ban)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/planned/),
      stderr: expect.stringMatching(/--yes/),
    })
    expect(await fixture.ctx.db.bannedAccount.count()).toBe(0)
    const { stdout } = await run([...ban, '--yes', '--json'])
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ outcome: 'done' })])
    expect(await fixture.ctx.db.bannedAccount.count()).toBe(1)
    expect(await fixture.lastAction()).toMatchObject({ operator: 'carol', action: 'ban' })
  })

  test('records the account of the process if USER is not set', {
    tags: ['long-only'],
  }, async () => {
    await run(['bans', 'add', trader.address, '--reason', 'x', '--yes'], { USER: '', USERNAME: '' })
    expect(await fixture.lastAction()).toMatchObject({ operator: userInfo().username })
  })
})
