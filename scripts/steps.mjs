// Prints one line per step with its time and, while steps run, their progress. Plain Node, because the first step
// installs the packages.

/**
 * @typedef {(detail: string) => void} Report
 * @typedef {<T>(title: string, work: (report: Report) => T | Promise<T>) => Promise<T>} Step
 */

const isTerminal = process.stdout.isTTY === true
const widest = 30

/** @type {Map<string, { start: number, detail: string }>} */
const running = new Map()
let lastPlainLine = 0

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`

const clearStatus = () => {
  if (isTerminal) process.stdout.write('\r\u001b[2K')
}

const showStatus = () => {
  const now = Date.now()
  const parts = [...running].map(([title, { start, detail }]) => {
    return `${title} ${seconds(now - start)}${detail ? ` (${detail})` : ''}`
  })
  if (parts.length === 0) return
  const line = `… ${parts.join(', ')}`
  if (isTerminal) {
    clearStatus()
    process.stdout.write(line.slice(0, (process.stdout.columns ?? 80) - 1))
    return
  }
  const oldest = Math.min(...[...running.values()].map(({ start }) => start))
  if (now - Math.max(oldest, lastPlainLine) < 10_000) return
  lastPlainLine = now
  process.stdout.write(`${line}\n`)
}

/** Prints a line above the status of the running steps. */
export const say = (/** @type {string} */ line) => {
  clearStatus()
  process.stdout.write(`${line}\n`)
  showStatus()
}

/**
 * Runs `work` and prints `title` with the time it took. Steps may run concurrently.
 *
 * @type {Step}
 */
export const step = async (title, work) => {
  const state = { start: Date.now(), detail: '' }
  running.set(title, state)
  const timer = setInterval(showStatus, isTerminal ? 250 : 1_000)
  timer.unref()
  let mark = '✗'
  try {
    const result = await work((detail) => {
      state.detail = detail
    })
    mark = '✓'
    return result
  } finally {
    clearInterval(timer)
    running.delete(title)
    const time = seconds(Date.now() - state.start).padStart(8)
    say(`${mark} ${title.padEnd(widest)} ${time}${state.detail ? `   ${state.detail}` : ''}`)
  }
}
