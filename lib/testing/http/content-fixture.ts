import { openWebFixture, type WebFixture } from './web-fixture'

/** What asks the content API; with the right key and at the desk's own service unless told. */
export type ContentCall = {
  readonly body?: unknown
  readonly authorization?: string | undefined
  readonly base?: string
}

/** A {@link WebFixture} whose content API has a key. */
export type ContentFixture = {
  readonly fixture: WebFixture
  /** Asks below `/api/content/` and the part of it. */
  readonly call: (
    method: string,
    path?: string,
    call?: ContentCall,
  ) => Promise<{ status: number; body: Awaited<ReturnType<Response['json']>> }>
}

/** The key of the content API. */
export const contentKey = 'a key of the content API'

/** Opens the desk for a test file; call it once, at the top. `part` is what of the content API `call` asks. */
export function openContentFixture(part: 'affiliates' | 'announcements'): ContentFixture {
  const fixture = openWebFixture({ environment: { CMS_API_KEY: contentKey } })
  return {
    fixture,
    call: async (method, path = '', given = {}) => {
      const { body, base = fixture.url } = given
      const authorization = 'authorization' in given ? given.authorization : `Bearer ${contentKey}`
      const response = await fetch(`${base}/api/content/${part}${path}`, {
        method,
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}
