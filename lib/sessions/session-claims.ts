import { decode, encode, type JWT } from 'next-auth/jwt'
import { z } from 'zod'
import { sessionSeconds } from './session'

const claims = z.object({ sessions: z.array(z.uuid()) })

/** The ids of sessions that a session cookie names; none when it is not one of ours, or too old. */
export async function openClaims(secret: string, cookie: string | undefined): Promise<string[]> {
  if (!cookie) return []
  return readClaims(await decode({ token: cookie, secret }).catch(() => null))
}

/** The ids of sessions in opened claims. */
export function readClaims(token: JWT | null): string[] {
  return claims.safeParse(token).data?.sessions ?? []
}

/** A session cookie that names sessions. */
export function sealClaims(secret: string, sessions: readonly string[]): Promise<string> {
  return encode({ token: { sessions: [...sessions] }, secret, maxAge: sessionSeconds })
}
