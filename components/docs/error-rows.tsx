'use client'

import type { ShownError } from '@/lib/api/docs/reference'
import { DocItem } from './doc-list'

/** A table of errors: status, code, meaning and an example message. */
export const ErrorRows = ({ errors }: { readonly errors: readonly ShownError[] }) => (
  <dl>
    {errors.map(({ status, code, meaning, said }) => (
      <DocItem key={code} name={`${status} ${code}`}>
        {meaning}
        {said === undefined ? null : <small>{`For example: “${said}”`}</small>}
      </DocItem>
    ))}
  </dl>
)
