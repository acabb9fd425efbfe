import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the service under test keeps its database and chains. */
export const dataDir = process.env.E2E_DATA_DIR ?? join(tmpdir(), 'coincide-e2e')
