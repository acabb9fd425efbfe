import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { defineSlot } from '@/lib/context'

/** GET /api/v1/version. */
export const readVersion = defineEndpoint({
  name: 'readVersion',
  method: 'GET',
  path: '/api/v1/version',
  summary: 'The version that answers, with its commit where that is known',
  response: z.string(),
  examples: [{ summary: 'A release', response: '0.1.0@1a2b3c4', varies: true }],
  run: async (ctx): Promise<string> => describeBuild(ctx),
})

/**
 * Returns the version of the package, with the commit in a Git checkout: `0.1.0@1a2b3c4`. Read once per process.
 */
export const describeBuild = defineSlot('api/build', async () => {
  const { version } = JSON.parse(await readFile(join(process.cwd(), 'package.json'), 'utf8'))
  const commit = await findCommit().catch(() => undefined)
  return commit ? `${version}@${commit.slice(0, 7)}` : String(version)
})

/** Finds the checked-out commit; rejects outside a repository. */
async function findCommit(): Promise<string | undefined> {
  const git = join(process.cwd(), '.git')
  const head = (await readFile(join(git, 'HEAD'), 'utf8')).trim()
  if (!head.startsWith('ref: ')) return asCommit(head)
  const ref = head.slice('ref: '.length)
  const loose = await readFile(join(git, ref), 'utf8').catch(() => undefined)
  if (loose) return asCommit(loose.trim())
  const packed = await readFile(join(git, 'packed-refs'), 'utf8')
  const line = packed.split('\n').find((entry) => entry.endsWith(` ${ref}`))
  return asCommit(line?.split(' ', 1)[0])
}

function asCommit(text: string | undefined): string | undefined {
  return text && /^[0-9a-f]{40,64}$/.test(text) ? text : undefined
}
