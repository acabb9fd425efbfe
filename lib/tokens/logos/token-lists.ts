import { z } from 'zod'
import { type Context, defineSlot } from '@/lib/context'
import { toAddress } from '@/lib/core/address'
import { safeGet } from '@/lib/safe-get'

/** Addresses of logos by {@link logoKey}. */
export type LogoUris = ReadonlyMap<string, string>

/** The key of a token's logo. */
export const logoKey = ({
  chainId,
  address,
}: {
  readonly chainId: number
  readonly address: string
}): string => `${chainId} ${address}`

/** Limits of a list: the largest public ones have some 10,000 tokens in 4 MB. */
const maxBytes = 8 * 1024 * 1024
const timeoutMs = 10_000
/** Milliseconds after which a list is read again, and after which one that failed is. */
const freshMs = 3_600_000
const retryMs = 60_000
/** Maximum milliseconds that a request waits for the first reading of the lists. */
const maxWaitMs = 2_000

type ListState = {
  uris: LogoUris
  /** When it is read next, in Unix milliseconds. */
  dueMs: number
  reading: Promise<void> | undefined
}

const stateOf = defineSlot('tokens/lists', (_, _url: string): ListState => {
  return { uris: new Map(), dueMs: 0, reading: undefined }
})

/**
 * Returns the logo addresses of the configured token lists (`TOKEN_LISTS`); the first list that has a token counts. The
 * lists are read in the background once an hour, and a list that fails keeps what it said before. Never throws.
 */
export async function findLogoUris(ctx: Context): Promise<LogoUris> {
  const states = ctx.config.logos.lists.map((url) => {
    const state = stateOf(ctx, url.href)
    if (state.reading === undefined && state.dueMs <= ctx.now()) {
      state.reading = readList(ctx, url, state).finally(() => {
        state.reading = undefined
      })
    }
    return state
  })
  const first = states.filter(({ dueMs, reading }) => dueMs === 0 && reading !== undefined)
  if (first.length > 0) {
    const late = new Promise((resolve) => setTimeout(resolve, maxWaitMs).unref())
    await Promise.race([Promise.all(first.map(({ reading }) => reading)), late])
  }
  return new Map(states.toReversed().flatMap(({ uris }) => [...uris]))
}

async function readList(ctx: Context, url: URL, state: ListState): Promise<void> {
  const { privateHosts } = ctx.config.logos
  const answer = await safeGet(ctx, { url, privateHosts, maxBytes, timeoutMs })
  const uris = answer.kind === 'answered' ? parseList(answer.body.toString()) : undefined
  if (uris) state.uris = uris
  else {
    const cause = answer.kind === 'failed' ? answer.cause : 'it is no token list'
    ctx.log.warn({ host: url.host, cause }, 'token list unavailable')
  }
  state.dueMs = ctx.now() + (uris ? freshMs : retryMs)
}

const listSchema = z.object({ tokens: z.array(z.unknown()).max(100_000) })
const tokenSchema = z.object({
  chainId: z.int().positive(),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  logoURI: z
    .string()
    .max(2_000)
    .regex(/^(?:https?|ipfs):\/\//i),
})

/** Parses a token list (Uniswap token-list schema); leaves out tokens without a usable logo. Undefined for other texts. */
export function parseList(text: string): LogoUris | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const list = listSchema.safeParse(json)
  if (!list.success) return undefined
  const tokens = list.data.tokens.flatMap((entry) => tokenSchema.safeParse(entry).data ?? [])
  // The first entry of a token counts.
  return new Map(
    tokens.reverse().map(({ chainId, address, logoURI }) => {
      return [logoKey({ chainId, address: toAddress(address) }), logoURI]
    }),
  )
}
