import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { channelEnvironment } from './delivery-fixture'
import { type MailServer, startMailServer } from './mail-server'
import { type ReadMail, readMail } from './read-mail'

/** A service with a mail server of its own, for one test file. */
export type MailFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly server: MailServer
  /** The last accepted mail. */
  readonly last: () => ReadMail
}

/** Opens the fixture for a test file; call once, at the top level. Its clock is fixed, one day later in each test. */
export function openMailFixture(): MailFixture {
  let server: MailServer
  let database: TestDatabase
  let ctx: MailFixture['ctx']
  let day = 0
  beforeAll(async () => {
    server = await startMailServer()
    database = await createTestDatabase()
    const environment = {
      ...channelEnvironment,
      SMTP_URL: server.url,
      MAIL_FROM: 'Coincide <no-reply@trade.example>',
      PUBLIC_URL: 'https://trade.example',
    }
    ctx = createTestContext({ url: database.url, environment })
  })
  beforeEach(() => {
    day += 1
    server.refuse = {}
    ctx.clock.set((21_000 + day) * 86_400_000)
  })
  afterAll(async () => {
    await server.close()
    await ctx.db.$disconnect()
    await database.drop()
  })
  return {
    get ctx() {
      return ctx
    },
    get server() {
      return server
    },
    last: () => readMail(server.mails.at(-1)?.raw ?? ''),
  }
}
