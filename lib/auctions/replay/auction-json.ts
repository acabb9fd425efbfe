const bigintText = /^-?[0-9]+n$/
const mapKey = '$map'

/** Serialises plain data, bigints and maps included, as JSON for {@link parseData}. */
export function stringifyData(data: unknown): string {
  return JSON.stringify(data, encodeValue)
}

/** Parses the output of {@link stringifyData}. */
export function parseData(text: string): unknown {
  return JSON.parse(text, decodeValue)
}

function encodeValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  return value instanceof Map ? { [mapKey]: [...value] } : value
}

function decodeValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && bigintText.test(value)) return BigInt(value.slice(0, -1))
  if (typeof value === 'object' && value !== null && mapKey in value) {
    return new Map(value[mapKey] as [unknown, unknown][])
  }
  return value
}
