import { existsSync, statSync } from 'node:fs'
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Makes sure that a state file which Anvil can load is at `path`: the one that is there when it is whole, else the last
 * good copy. Resolves with whether there is one.
 *
 * Anvil does not write its state in one go, so a kill in the middle leaves a cut file.
 */
export async function recoverState(path: string): Promise<boolean> {
  if (await isWhole(path)) return true
  const copy = goodCopy(path)
  if (!(await isWhole(copy))) return false
  await copyFile(copy, `${path}.draft`)
  await rename(`${path}.draft`, path)
  return true
}

/**
 * Rewrites the state file without the call traces that Anvil keeps of every transaction, four fifths of it. Blocks,
 * transactions, receipts and logs stay.
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

/** Keeps the state file as the last good copy when it is newer than that and whole. */
export async function keepGoodCopy(path: string): Promise<void> {
  const copy = goodCopy(path)
  if (!existsSync(path)) return
  if (existsSync(copy) && statSync(copy).mtimeMs >= statSync(path).mtimeMs) return
  const draft = `${copy}.draft`
  await copyFile(path, draft)
  if (await isWhole(draft)) await rename(draft, copy)
  else await rm(draft)
}

function goodCopy(path: string): string {
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
