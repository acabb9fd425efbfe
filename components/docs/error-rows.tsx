import type { EndpointReference } from '@/lib/api/reference'
import { DocRow, DocTable } from './doc-table'

/** The errors of an endpoint: status, code, meaning, and the text that an example gets. */
export const ErrorRows = ({ endpoint }: { readonly endpoint: EndpointReference }) => (
  <DocTable
    caption={`Errors of ${endpoint.method} ${endpoint.paths[0]}`}
    columns={['Error', 'Meaning']}
  >
    {endpoint.errors.map(({ status, code, meaning }) => {
      const text = exampleText(endpoint, code)
      return (
        <DocRow
          key={code}
          name={
            <>
              <span className="numeric">{status}</span> <code>{code}</code>
            </>
          }
        >
          {meaning}
          {text === undefined ? null : <small>For example: “{text}”</small>}
        </DocRow>
      )
    })}
  </DocTable>
)

/** The description of the first example that is refused with `code`. */
function exampleText({ examples }: EndpointReference, code: string): string | undefined {
  for (const { response } of examples) {
    const { errorType, description } = (response ?? {}) as Record<string, unknown>
    if (errorType === code && description !== '') return String(description)
  }
  return undefined
}
