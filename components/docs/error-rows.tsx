import type { EndpointReference } from '@/lib/api/reference'
import { DocRow, DocTable } from './doc-table'

type Props = {
  readonly caption: string
  readonly errors: EndpointReference['errors']
  /** Where the texts come from that callers get. */
  readonly examples?: EndpointReference['examples']
}

/** Errors: status, code, meaning, and the text that an example gets. */
export const ErrorRows = ({ caption, errors, examples = [] }: Props) => (
  <DocTable caption={caption} columns={['Error', 'Meaning']}>
    {errors.map(({ status, code, meaning }) => {
      const text = exampleText(examples, code)
      return (
        <DocRow
          key={code}
          name={
            <>
              {status} <code>{code}</code>
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
function exampleText(examples: EndpointReference['examples'], code: string): string | undefined {
  for (const { response } of examples) {
    const { errorType, description } = (response ?? {}) as Record<string, unknown>
    if (errorType === code && description !== '') return String(description)
  }
  return undefined
}
