import { createServer } from 'node:net'

/**
 * Checks that the service can listen on the configured host and port.
 *
 * @throws {Error} with the reason if it cannot.
 */
export function checkPort({ host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(explain(error, port))))
    server.listen(port, host, () => server.close(() => resolve()))
  })
}

function explain(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start`
  }
  if (error.code === 'EACCES') {
    return `This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return 'HOST is not an address of this machine; 127.0.0.1 and 0.0.0.0 always are.'
  }
  return `Port ${port} cannot be used: ${error.message}`
}
