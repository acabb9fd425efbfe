/** The template that a service message matches, and its values. */
export type MessageMatch<Name extends string> = {
  readonly name: Name
  readonly values: Readonly<Record<string, string>>
}

/**
 * Matches a service message against English templates, in which `{value}` is a placeholder; returns the first match, or
 * undefined. Pages use it to translate messages that have no code.
 */
export function matchMessage<Name extends string>(
  templates: Readonly<Record<Name, string>>,
  text: string,
): MessageMatch<Name> | undefined {
  for (const name of Object.keys(templates) as Name[]) {
    const found = patternOf(templates[name]).exec(text.trim())
    if (found) return { name, values: { ...found.groups } }
  }
  return undefined
}

function patternOf(template: string): RegExp {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's')
}
