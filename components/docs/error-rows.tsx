'use client'

import type { ShownError } from '@/lib/api/docs/reference'
import { DocItem } from './doc-list'

/** Errors: status, code, meaning, and the text that an example gets. */
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
