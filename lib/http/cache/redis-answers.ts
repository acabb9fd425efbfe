import type { Context } from '@/lib/context'
import type { SharedAnswers } from './shared-answers'

/** Names what this service keeps in a Redis, and the form it has. */
const prefix = 'coincide:answer:1:'

const commandTimeoutMs = 500

/**
 * Answers shared through Redis, which drops them itself. It is connected in the background, again and
 * again; until then, and while it is down, nothing is found and nothing kept.
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
    if (!isDown) ctx.log.warn({ error: error.name }, 'Redis does not answer')
    isDown = true
  })
  client.on('ready', () => {
    isDown = false
  })
  // It goes on trying by itself; what fails is told by the event.
  client.connect().catch(() => undefined)
  const bounded = () =>
    client.withCommandOptions({ abortSignal: AbortSignal.timeout(commandTimeoutMs) })
  return {
    find: async (key) => {
      if (!client.isReady) return undefined
      const text = await bounded().get(prefix + key)
      return text === null ? undefined : JSON.parse(text)
    },
    save: async ({ key, answer, uselessAtMs }) => {
      if (!client.isReady) return
      const PX = Math.max(1, uselessAtMs - ctx.now())
      await bounded().set(prefix + key, JSON.stringify(answer), {
        expiration: { type: 'PX', value: PX },
      })
    },
    close: async () => client.destroy(),
  }
}
