import { decode, encode, type JWT } from 'next-auth/jwt'
import { z } from 'zod'
import { sessionSeconds } from './session'

const claims = z.object({ sessions: z.array(z.uuid()) })

/** Returns the session ids in a session cookie; empty when it is forged or expired. */
export async function openClaims(secret: string, cookie: string | undefined): Promise<string[]> {
  if (!cookie) return []
  return readClaims(await decode({ token: cookie, secret }).catch(() => null))
}

/** Returns the session ids in decrypted claims. */
export function readClaims(token: JWT | null): string[] {
  return claims.safeParse(token).data?.sessions ?? []
}

/** Encrypts session ids into a session cookie. */
export function encryptClaims(secret: string, sessions: readonly string[]): Promise<string> {
  return encode({ token: { sessions: [...sessions] }, secret, maxAge: sessionSeconds })
}
