import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Program without which the test was skipped. */
    absent?: string
  }
}

/** Debian's places of servers, which are not in every user's path. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin']

/** Returns the path of an installed program, or skips the drill, which then counts as absent by this name. */
export function requireProgram(
  { task, skip }: Pick<TestContext, 'task' | 'skip'>,
  name: string,
): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...serverFolders]
  const found = folders.map((folder) => join(folder, name)).find(isProgram)
  return found ?? skipAbsent({ task, skip }, name)
}

/** Skips the drill, which then counts as absent by the name of what this machine lacks. */
export function skipAbsent(
  { task, skip }: Pick<TestContext, 'task' | 'skip'>,
  name: string,
): never {
  task.meta.absent = name
  return skip(`${name} is absent`)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
