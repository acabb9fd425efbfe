import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A process of this machine. */
type ListedProcess = {
  readonly pid: number
  /** Its arguments, separated by spaces. */
  readonly command: string
}

// Slim container images have no `ps`; without an answer a lock of a dead process would look alive.
const hasProc = existsSync('/proc/self/stat')

/**
 * Returns the start time of a process in the system's own format; empty if it has ended. Together with the pid it
 * identifies the process, since pids are reused.
 */
export function startOfProcess(pid: number): string {
  if (!hasProc) return ps('-o', 'lstart=', '-p', String(pid)).trim()
  // The second field is the name in parentheses, which may contain spaces and parentheses.
  const fields = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields[19] ?? ''
}

/** Returns the arguments of a process, separated by spaces; empty if it has ended. */
export function commandOfProcess(pid: number): string {
  if (!hasProc) return ps('-ww', '-o', 'args=', '-p', String(pid)).trim()
  return read(pid, 'cmdline').replaceAll('\0', ' ')
}

/** Returns every process visible to this user. */
export function listProcesses(): readonly ListedProcess[] {
  if (hasProc) {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids.map((name) => ({ pid: Number(name), command: commandOfProcess(Number(name)) }))
  }
  const lines = ps('-A', '-ww', '-o', 'pid=,args=').split('\n')
  return lines.flatMap((line) => {
    const [, pid, command] = line.match(/^\s*(\d+)\s+(.*)$/) ?? []
    return pid && command ? [{ pid: Number(pid), command }] : []
  })
}

function read(pid: number, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function ps(...args: readonly string[]): string {
  return spawnSync('ps', args, { encoding: 'utf8' }).stdout ?? ''
}
