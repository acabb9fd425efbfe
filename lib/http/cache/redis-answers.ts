import type { Context } from '@/lib/context'
import type { SharedAnswers } from './shared-answers'

/** Key prefix in Redis: service, kind and format version. */
const prefix = 'coincide:answer:1:'

const commandTimeoutMs = 500

/**
 * Opens a response cache shared through Redis, which expires the entries. The client connects and reconnects
 * in the background; while it is not connected, `find` finds nothing and `save` does nothing.
 */
export async function openRedisAnswers(ctx: Context, url: string): Promise<SharedAnswers> {
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 1_000,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) => Math.min(5_000, 100 * 2 ** Math.min(retries, 6)),
    },
  })
  let isDown = false
  client.on('error', (error: Error) => {
    if (!isDown) ctx.log.warn({ error: error.name }, 'Redis unavailable')
    isDown = true
  })
  client.on('ready', () => {
    isDown = false
  })
  // The client retries by itself and reports failures by the `error` event.
  client.connect().catch(() => undefined)
  const bounded = () =>
    client.withCommandOptions({ abortSignal: AbortSignal.timeout(commandTimeoutMs) })
  return {
    find: async (key) => {
      if (!client.isReady) return undefined
      const text = await bounded().get(prefix + key)
      return text === null ? undefined : JSON.parse(text)
    },
    save: async ({ key, answer, expiresAtMs }) => {
      if (!client.isReady) return
      const PX = Math.max(1, expiresAtMs - ctx.now())
      await bounded().set(prefix + key, JSON.stringify(answer), {
        expiration: { type: 'PX', value: PX },
      })
    },
    close: async () => client.destroy(),
  }
}
