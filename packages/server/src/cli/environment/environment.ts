/** Matches names of variables with keys. */
const keyVariable = /^SECRET_KEY/

/**
 * Copies the variables of a process and deletes those with keys, so that child processes and Node's reports do not
 * contain them.
 */
export function takeEnvironment(
  variables: Record<string, string | undefined>,
): Readonly<Record<string, string | undefined>> {
  const copy = { ...variables }
  for (const name of Object.keys(variables)) if (keyVariable.test(name)) delete variables[name]
  return copy
}
