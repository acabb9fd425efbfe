import { Client } from 'pg'
import { expect } from 'vitest'
import { runOperator } from '@/lib/operator/run-operator'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'

type Terminal = { readonly code: number; readonly text: string }

async function operate(url: string, environment: Record<string, string> = {}): Promise<Terminal> {
  const ctx = createTestContext({ url, environment })
  const lines: string[] = []
  const print = (text: string) => lines.push(text)
  const code = await runOperator(ctx, {
    argv: ['db', 'roles', '--yes', '--reason', 'set up'],
    user: 'ops',
    terminal: { print, printError: print, ask: undefined },
  })
  await ctx.db.$disconnect()
  return { code, text: lines.join('\n') }
}

const urlOf = (url: string, login: string) => url.replace(/\/\/[^@]*@/, `//${login}@`)

test('creates the database users of the processes with their rights', async ({ database }) => {
  const web = urlOf(database.url, 'coincide_cmd_web:s3cret%2Fword')
  const { code, text } = await operate(database.url, { WEB_DATABASE_URL: web })
  expect(code).toBe(0)
  expect(text).toMatch(/grant-role +coincide_cmd_web .*done/)
  expect(text).not.toContain('s3cret')
  const client = new Client({ connectionString: web })
  await client.connect()
  await client.query('SELECT * FROM orders')
  await expect(client.query('DELETE FROM leaders')).rejects.toThrow('permission denied')
  await client.end()
})

test('says that the owner must be allowed to create users', async ({ database }) => {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const name = (await client.query('SELECT current_database() AS name')).rows[0].name
  await client.query(`DROP ROLE IF EXISTS coincide_cmd_owner;
    CREATE ROLE coincide_cmd_owner LOGIN PASSWORD 'owner' NOCREATEROLE IN ROLE pg_write_all_data, pg_read_all_data;
    GRANT ALL ON DATABASE ${name} TO coincide_cmd_owner`)
  const { text } = await operate(urlOf(database.url, 'coincide_cmd_owner:owner'), {
    WEB_DATABASE_URL: urlOf(database.url, 'coincide_cmd_other:other'),
  })
  expect(text).toMatch(/refused: the user of DATABASE_URL [\s\S]*ALTER ROLE <user> CREATEROLE/)
  await client.query(
    `REVOKE ALL ON DATABASE ${name} FROM coincide_cmd_owner; DROP ROLE coincide_cmd_owner`,
  )
  await client.end()
})

test('names the variable to set', async ({ database }) => {
  expect(await operate(database.url)).toEqual({
    code: 2,
    text: expect.stringMatching(/^Set one of WEB_DATABASE_URL, WORKER_DATABASE_URL, OPERATOR_/),
  })
  const nobody = urlOf(database.url, 'nobody')
  expect(await operate(database.url, { WORKER_DATABASE_URL: nobody })).toEqual({
    code: 2,
    text: expect.stringMatching(/^WORKER_DATABASE_URL must be a URL with user and password\./),
  })
})
