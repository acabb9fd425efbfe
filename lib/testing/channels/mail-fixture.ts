import { createTestContext } from '@/lib/testing/test-context'
import { channelEnvironment } from './delivery-fixture'
import { type MailServer, type ReadMail, readMail, startMailServer } from './mail-server'
/** A service with a mail server of its own, for one test file. */
export type MailFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly server: MailServer
  /** The last accepted mail. */
  readonly last: () => ReadMail
}

let day = 0

/** Opens the fixture on a database. `reset` accepts all mail and sets the clock to another day. */
export async function openMailFixture(url: string) {
  const server = await startMailServer()
  const environment = {
    ...channelEnvironment,
    SMTP_URL: server.url,
    MAIL_FROM: 'Coincide <no-reply@trade.example>',
    PUBLIC_URL: 'https://trade.example',
  }
  const ctx = createTestContext({ url, environment })
  const last = () => readMail(server.mails.at(-1)?.raw ?? '')
  const fixture: MailFixture = { ctx, server, last }
  return {
    fixture,
    reset: () => {
      day += 1
      server.refuse = {}
      ctx.clock.set((21_000 + day) * 86_400_000)
    },
    close: async () => {
      await server.close()
      await ctx.db.$disconnect()
    },
  }
}
