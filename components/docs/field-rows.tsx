'use client'

import type { Field } from '@/lib/api/declare/field-table'
import type { ShownError } from '@/lib/api/docs/reference'
import { DocItem } from './doc-list'
import { ReferenceLink } from './reference-link'

type ShownField = Field & { readonly place?: string }

/** A list of parameters or fields: name, type and description. */
export const FieldRows = ({ fields }: { readonly fields: readonly ShownField[] }) => (
  <dl>
    {fields.map((field) => (
      <DocItem key={`${field.place ?? ''}${field.name}`} name={<FieldName field={field} />}>
        {field.note}
      </DocItem>
    ))}
  </dl>
)

const FieldName = ({ field }: { readonly field: ShownField }) => {
  const { name, type, schema, place, isRequired } = field
  const rest = `${place === undefined ? '' : `, in the ${place}`}${isRequired ? '' : ', optional'}`
  return (
    <>
      {name}
      <small>
        {schema === undefined ? (
          `${type}${rest}`
        ) : (
          <>
            <ReferenceLink name={schema}>{type}</ReferenceLink>
            {rest}
          </>
        )}
      </small>
    </>
  )
}

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
