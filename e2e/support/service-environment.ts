import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mailServerUrl } from '@/lib/testing/channels/mail-server'
import { botToken } from '@/lib/testing/channels/telegram-server'
import { receiverHost, receiverPort } from './webhook-receiver'

/** Ports of the fake Telegram, mail and push servers that the tests run. */
export const channelPorts = {
  telegram: receiverPort + 1,
  mail: receiverPort + 2,
  push: receiverPort + 3,
} as const

/** Environment that points the service under test to the fake servers. */
export const channelEnvironment = {
  WEBHOOK_ALLOWED_HOSTS: `${receiverHost},127.0.0.1:${channelPorts.push}`,
  TELEGRAM_BOT_TOKEN: botToken,
  TELEGRAM_URL: `http://127.0.0.1:${channelPorts.telegram}`,
  SMTP_URL: mailServerUrl(channelPorts.mail),
  MAIL_FROM: 'Coincide <no-reply@coincide.example>',
} as const

/** Data directory of the service under test: database and embedded chains. */
export const dataDir = process.env.E2E_DATA_DIR ?? join(tmpdir(), 'coincide-e2e')
