import { invalidMember, optional, readObject } from './member'

/**
 * Rejects settlement features that an order requires and the service lacks: wrappers, flash loans and the fast path. An
 * omittable wrapper is ignored, so the order settles without it.
 *
 * @throws {ServiceError} InvalidAppData naming the member, in `data.member` too unless its shape is wrong.
 */
export function checkDemands(metadata: Readonly<Record<string, unknown>>): void {
  optional(metadata.wrappers, checkWrappers)
  optional(metadata.flashloan, (value) => {
    const path = 'metadata.flashloan'
    if (Object.keys(readObject(value, path)).length > 0) {
      throw invalidMember(path, 'left out: flash loans are not supported', { member: path })
    }
  })
  optional(metadata.enableFastPath, (value) => {
    const path = 'metadata.enableFastPath'
    if (value === true) {
      throw invalidMember(path, 'false: there is no fast path', { member: path })
    }
    if (value !== false) throw invalidMember(path, 'true or false')
  })
}

function checkWrappers(value: unknown): void {
  if (!Array.isArray(value)) throw invalidMember('metadata.wrappers', 'a list of wrappers')
  for (const [index, entry] of value.entries()) {
    const path = `metadata.wrappers[${index}]`
    if (!isOmittable(readObject(entry, path))) {
      throw invalidMember(path, 'omittable: wrappers are not supported', { member: path })
    }
  }
}

/** Schema versions before 1.13.0 use `is_omittable`. */
function isOmittable(wrapper: Readonly<Record<string, unknown>>): boolean {
  return (wrapper.isOmittable ?? wrapper.is_omittable) === true
}
