// npm start: installs what is missing, then hands over to start.ts.
import { checkNode, install } from './install.mjs'

checkNode()
try {
  await install()
  const { register } = await import('tsx/esm/api')
  register()
  const { start } = await import('./start.ts')
  await start(process.argv.slice(2))
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
