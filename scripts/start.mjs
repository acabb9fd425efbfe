// npm start: installs missing packages, then runs start.ts.
import { checkNode, install } from './install.mjs'

// Read before the installation, which takes minutes in which npm may end.
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
