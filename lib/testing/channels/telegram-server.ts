import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLocalServer } from '@/lib/testing/local-server'

/** The token of the tests' bot. */
export const botToken = '123456:test-bot_token'

/** A received call of the Bot API. */
export type BotCall = {
  readonly method: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly atMs: number
}

/** An answer of the Bot API. */
export type BotAnswer =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false
      readonly error_code: number
      readonly description: string
      readonly parameters?: { readonly retry_after?: number }
    }

/** A minimal Bot API that stores messages and updates as Telegram does. */
export type TelegramServer = {
  readonly url: string
  readonly calls: BotCall[]
  /** The texts sent to a chat, in order. */
  readonly textsTo: (chatId: number | string) => string[]
  /** Sends a user's message to the bot; returns the update id. */
  readonly write: (chatId: number, text: string, type?: 'private' | 'group') => number
  /** Presses the button of the chat's last message that has one. */
  readonly press: (chatId: number) => void
  /** The number of updates that the bot has not confirmed. */
  readonly unconfirmed: () => number
  /** Answers to messages from now on; undefined accepts them. */
  refuse: ((call: BotCall) => BotAnswer | undefined) | undefined
  /** Whether the server is unreachable. */
  isDown: boolean
  readonly close: () => Promise<void>
}

type Update = {
  readonly update_id: number
  readonly message?: unknown
  readonly callback_query?: unknown
}

/** Starts a Bot API, by default on a free port. */
export async function startTelegram(port = 0): Promise<TelegramServer> {
  const calls: BotCall[] = []
  let updates: Update[] = []
  let lastUpdate = 1_000
  let wake = () => {}
  const later = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const getUpdates = async ({ offset = 0, timeout = 0, limit = 100 }: Record<string, number>) => {
    updates = updates.filter(({ update_id }) => update_id >= offset)
    if (updates.length === 0 && timeout > 0) await later(timeout * 1_000)
    return updates.slice(0, limit)
  }
  const answer = async (call: BotCall): Promise<BotAnswer> => {
    const { method, payload } = call
    const me = { id: 123456, is_bot: true, first_name: 'Test', username: 'coincide_test_bot' }
    if (method === 'getMe') return { ok: true, result: me }
    if (method === 'getUpdates') {
      return { ok: true, result: await getUpdates(payload as Record<string, number>) }
    }
    if (method !== 'sendMessage') return { ok: true, result: true }
    const refused = server.refuse?.(call) ?? faultOf(payload)
    if (refused) return refused
    const chat = { id: payload.chat_id, type: 'private' }
    return { ok: true, result: { message_id: calls.length, date: 0, chat, text: payload.text } }
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    const payload = JSON.parse((await readBody(request)) || '{}') as BotCall['payload']
    if (server.isDown) return void response.destroy()
    const call = { method, payload, atMs: Date.now() }
    calls.push(call)
    const unknown = { ok: false, error_code: 401, description: 'Unauthorized' } as const
    const said = token === botToken ? await answer(call) : unknown
    const status = said.ok ? 200 : said.error_code
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }
  const http = await startLocalServer(handle, port)
  const server: TelegramServer = {
    url: http.url,
    calls,
    textsTo: (chatId) =>
      calls
        .filter(
          ({ method, payload }) => method === 'sendMessage' && `${payload.chat_id}` === `${chatId}`,
        )
        .map(({ payload }) => String(payload.text)),
    write: (chatId, text, type = 'private') => {
      lastUpdate += 1
      updates.push({ update_id: lastUpdate, message: messageOf(chatId, text, type) })
      wake()
      return lastUpdate
    },
    press: (chatId) => {
      const data = buttonOf(calls, chatId)
      const message = messageOf(chatId, 'a question', 'private')
      const { from } = message
      lastUpdate += 1
      const press = { id: String(lastUpdate), from, message, chat_instance: '1', data }
      updates.push({ update_id: lastUpdate, callback_query: press })
      wake()
    },
    unconfirmed: () => updates.length,
    refuse: undefined,
    isDown: false,
    close: async () => {
      wake()
      await http.close()
    },
  }
  return server
}

/** Returns the callback data of the newest button in a chat. */
function buttonOf(calls: readonly BotCall[], chatId: number): string {
  const buttons = calls.flatMap(({ payload }) => {
    if (`${payload.chat_id}` !== `${chatId}`) return []
    const markup = payload.reply_markup as
      | { inline_keyboard: { callback_data: string }[][] }
      | undefined
    return markup?.inline_keyboard.flat() ?? []
  })
  return buttons.at(-1)?.callback_data ?? ''
}

function messageOf(chatId: number, text: string, type: 'private' | 'group') {
  const from = { id: chatId, is_bot: false, first_name: 'Ann', username: `ann_${chatId}` }
  const chat = type === 'group' ? { id: chatId, type, title: 'Group' } : { ...from, type }
  const command = /^\/\w+/.exec(text)?.[0]
  const entities = command ? [{ type: 'bot_command', offset: 0, length: command.length }] : []
  return { message_id: 1, date: 0, from, chat, text, entities }
}

/** Returns Telegram's error for badly nested markup, unknown tags or too long a text. */
function faultOf({ text }: BotCall['payload']): BotAnswer | undefined {
  const description = markupFault(String(text))
  return description === undefined
    ? undefined
    : { ok: false, error_code: 400, description: `Bad Request: ${description}` }
}

function markupFault(text: string): string | undefined {
  if (text.length === 0 || text.length > 4_096) return 'message is too long'
  const open: string[] = []
  for (const [, end, name = ''] of text.matchAll(/<(\/?)([^>\s]*)[^>]*>/g)) {
    if (!/^(?:b|code|a)$/.test(name)) return `can't parse entities: unsupported tag ${name}`
    if (end === '') open.push(name)
    else if (open.pop() !== name) return "can't parse entities: tags do not nest"
  }
  return open.length > 0 ? "can't parse entities: unclosed tag" : undefined
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
