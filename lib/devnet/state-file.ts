import { existsSync, statSync } from 'node:fs'
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Ensures that `path` has a state file that Anvil can load: the present one if it is complete, else the last good
 * copy. Resolves with whether there is one.
 *
 * Anvil does not write its state atomically, so a kill can truncate the file.
 */
export async function recoverState(path: string): Promise<boolean> {
  if (await isWhole(path)) return true
  const copy = backupPath(path)
  if (!(await isWhole(copy))) return false
  await copyFile(copy, `${path}.draft`)
  await rename(`${path}.draft`, path)
  return true
}

/**
 * Rewrites the state file without Anvil's call traces, which are four fifths of it. Blocks, transactions, receipts and
 * logs stay.
 */
export async function dropTraces(path: string): Promise<void> {
  const state = JSON.parse(await readFile(path, 'utf8')) as AnvilState
  if (state.transactions.every(({ info }) => info.traces.length === 0)) return
  const transactions = state.transactions.map((transaction) => ({
    ...transaction,
    info: { ...transaction.info, traces: [] },
  }))
  await writeFile(`${path}.draft`, JSON.stringify({ ...state, transactions }))
  await rename(`${path}.draft`, path)
}

type AnvilState = {
  readonly transactions: readonly { readonly info: { readonly traces: readonly unknown[] } }[]
}

/** Copies the state file as the last good copy if it is newer and complete. */
export async function backUpState(path: string): Promise<void> {
  const copy = backupPath(path)
  if (!existsSync(path)) return
  if (existsSync(copy) && statSync(copy).mtimeMs >= statSync(path).mtimeMs) return
  const draft = `${copy}.draft`
  await copyFile(path, draft)
  if (await isWhole(draft)) await rename(draft, copy)
  else await rm(draft)
}

function backupPath(path: string): string {
  return path.replace(/\.json$/, '.good.json')
}

async function isWhole(path: string): Promise<boolean> {
  try {
    const state = JSON.parse(await readFile(path, 'utf8')) as { block?: unknown }
    return typeof state === 'object' && state !== null && 'block' in state
  } catch {
    return false
  }
}
