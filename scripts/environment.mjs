/**
 * The environment for programs that build or install: without the keys of a forum, which are none of their business.
 * Plain JavaScript: it runs before anything is installed.
 *
 * @param {NodeJS.ProcessEnv} [variables]
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutKeys(variables = process.env) {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('SECRET_KEY')))
}
