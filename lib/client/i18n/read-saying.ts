/** Which of its sayings the service has said, and the values in it. */
export type Saying<Name extends string> = {
  readonly name: Name
  readonly values: Readonly<Record<string, string>>
}

/**
 * Finds what the service has said among sayings in its English, in which `{value}` stands for whatever it names there;
 * of several that fit the first. Undefined: none of them. So pages say in the reader's language what is not a code.
 */
export function readSaying<Name extends string>(
  sayings: Readonly<Record<Name, string>>,
  text: string,
): Saying<Name> | undefined {
  for (const name of Object.keys(sayings) as Name[]) {
    const found = patternOf(sayings[name]).exec(text.trim())
    if (found) return { name, values: { ...found.groups } }
  }
  return undefined
}

function patternOf(saying: string): RegExp {
  const escaped = saying.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's')
}
