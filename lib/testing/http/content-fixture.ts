import { openWebDesk, type WebDesk } from './web-fixture'

/** What asks the content API; with the right key and at the desk's own service unless told. */
export type ContentCall = {
  readonly body?: unknown
  readonly authorization?: string | undefined
  readonly base?: string
}

/** A {@link WebDesk} whose content API has a key. */
export type ContentDesk = {
  readonly desk: WebDesk
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
export function openContentDesk(part: 'affiliates' | 'announcements'): ContentDesk {
  const desk = openWebDesk({ environment: { CMS_API_KEY: contentKey } })
  return {
    desk,
    call: async (method, path = '', given = {}) => {
      const { body, base = desk.url } = given
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
