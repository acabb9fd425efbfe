import type { WebFixture } from './web-fixture'

/** A request to the content API; by default with the right key, to the fixture's own service. */
export type ContentCall = {
  readonly body?: unknown
  readonly authorization?: string | undefined
  readonly base?: string
}

/** A {@link WebFixture} whose content API has a key. */
export type ContentFixture = {
  readonly fixture: WebFixture
  /** Sends a request to a path below `/api/content/{part}`. */
  readonly call: (
    method: string,
    path?: string,
    call?: ContentCall,
  ) => Promise<{ status: number; body: Awaited<ReturnType<Response['json']>> }>
}

/** The key of the content API. */
export const contentKey = 'a key of the content API'

/** Opens the fixture on a web fixture with {@link contentKey}. `part` is the section that `call` requests. */
export function openContentFixture(
  fixture: WebFixture,
  part: 'affiliates' | 'announcements',
): ContentFixture {
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
