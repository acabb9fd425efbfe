import type { ShownExample } from './reference'

/** The shell command that sends an example to the service at `baseUrl`. */
export function curlOf(
  { method, target, body }: Pick<ShownExample, 'method' | 'target' | 'body'>,
  baseUrl: string,
): string {
  const url = quoted(`${baseUrl}${target}`)
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`
  if (body === undefined) return `curl -s${verb} ${url}`
  const json = quoted(JSON.stringify(body, null, 2))
  return `curl -s${verb} ${url} \\\n  -H 'content-type: application/json' \\\n  -d ${json}`
}

/** Text in single quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
