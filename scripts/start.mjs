// npm start: installs what is missing, then hands over to start.ts.
import { checkNode, install } from './install.mjs'

// Before the installation, in whose minutes npm may be ended.
const parent = process.ppid
checkNode()
try {
  await install()
  const { register } = await import('tsx/esm/api')
  register()
  const { start } = await import('./start.ts')
  await start(process.argv.slice(2), parent)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
