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
 * When a process started, in this machine's own words; empty when it is gone. Together with its pid this
 * names it, although pids come around again.
 */
export function startOfProcess(pid: number): string {
  if (!hasProc) return ps('-o', 'lstart=', '-p', String(pid)).trim()
  // The second field is the name in brackets, which may hold spaces and brackets of its own.
  const fields = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields[19] ?? ''
}

/** The arguments of a process, separated by spaces; empty when it is gone. */
export function commandOfProcess(pid: number): string {
  if (!hasProc) return ps('-ww', '-o', 'args=', '-p', String(pid)).trim()
  return read(pid, 'cmdline').replaceAll('\0', ' ')
}

/** Every process that this user may see. */
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
