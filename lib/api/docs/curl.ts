import type { ShownExample } from './reference'

/** Returns the curl command that sends an example to `baseUrl`. */
export function curlOf(
  { method, target, body, isKeyed }: Pick<ShownExample, 'method' | 'target' | 'body' | 'isKeyed'>,
  baseUrl: string,
): string {
  const url = quoted(`${baseUrl}${target}`)
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`
  const key = isKeyed ? ` \\\n  -H "authorization: Bearer $CMS_API_KEY"` : ''
  if (body === undefined) return `curl -s${verb} ${url}${key}`
  const json = quoted(JSON.stringify(body, null, 2))
  return `curl -s${verb} ${url}${key} \\\n  -H 'content-type: application/json' \\\n  -d ${json}`
}

/** Quotes text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
