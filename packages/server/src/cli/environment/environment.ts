/** Variables that hold keys. */
const secret = /^SECRET_KEY/

/**
 * The variables of a process. Those that hold keys are gone from it afterwards: what it starts, and the reports that
 * Node writes, do not have them.
 */
export function takeEnvironment(
  variables: Record<string, string | undefined>,
): Readonly<Record<string, string | undefined>> {
  const taken = { ...variables }
  for (const name of Object.keys(variables)) if (secret.test(name)) delete variables[name]
  return taken
}
