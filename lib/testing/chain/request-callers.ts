import { relative } from 'node:path'
import type { Context } from '@/lib/context'

/** A context that counts its calls of nodes by caller. */
export type CountedCallers<C extends Context> = {
  readonly ctx: C
  /** Number of calls by the function that makes them. */
  readonly counts: Map<string, number>
}

const root = new URL('../../..', import.meta.url).pathname

/** Layers between a caller and its request. */
const plumbing = /^lib\/(testing|chain\/(nodes|reads|simulation|read-headers|read-logs))/

/** Wraps a context so that it counts its JSON-RPC calls by caller; except heads that are read from a node directly. */
export function countCallers<C extends Context>(ctx: C): CountedCallers<C> {
  const counts = new Map<string, number>()
  const note = (what: string) => {
    const key = `${callerOf(readStack())}: ${what}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const chain: Context['chain'] = (chainId) => {
    const found = ctx.chain(chainId)
    const client = new Proxy(found.client, {
      get: (target, name, receiver) => {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          note(String(name))
          return member.apply(target, args)
        }
      },
    })
    return { ...found, client }
  }
  const send: typeof fetch = (input, init) => {
    const { method } = JSON.parse(String(init?.body)) as { readonly method?: unknown }
    note(String(method))
    return ctx.fetch(input, init)
  }
  return { ctx: { ...ctx, chain, fetch: send }, counts }
}

/** Deep enough to pass through the layers. */
const stackDepth = 50

function readStack(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = stackDepth
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack
}

function callerOf(stack: string): string {
  for (const line of stack.split('\n').slice(2)) {
    const [, name = '', path = ''] =
      /at (?:async )?(\S+ )?\(?(?:file:\/\/)?(\/[^:]+)/.exec(line) ?? []
    const file = relative(root, path)
    if (file.startsWith('lib/') && !plumbing.test(file)) return `${file} ${name.trim()}`
  }
  return 'unknown'
}
