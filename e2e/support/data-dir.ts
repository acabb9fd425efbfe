import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Data directory of the service under test: database and embedded chains. */
export const dataDir = process.env.E2E_DATA_DIR ?? join(tmpdir(), 'coincide-e2e')
