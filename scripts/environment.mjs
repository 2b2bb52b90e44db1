/**
 * The environment without the secret keys of a forum, for programs that build or install.
 * Plain JavaScript, as it runs before packages are installed.
 *
 * @param {NodeJS.ProcessEnv} [variables]
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutKeys(variables = process.env) {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('SECRET_KEY')))
}
