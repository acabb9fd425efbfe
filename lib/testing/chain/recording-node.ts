import { type LocalServer, startLocalServer } from '@/lib/testing/local-server'

/** A proxy of a node that records the calls; a batch counts each member. */
export type RecordingNode = LocalServer & {
  readonly calls: { readonly method: string; readonly params: readonly unknown[] }[]
}

/** Starts a recording proxy of a node. */
export async function startRecordingNode(rpcUrl: string): Promise<RecordingNode> {
  const calls: RecordingNode['calls'] = []
  const server = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    calls.push(...[JSON.parse(body)].flat())
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body })
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()))
  })
  return { ...server, calls }
}
