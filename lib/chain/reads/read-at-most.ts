/** Reads a response's body as text. Returns undefined and stops reading once it exceeds `maxBytes`. */
export async function readAtMost(
  response: Response,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
