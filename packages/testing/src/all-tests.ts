/**
 * Whether everything runs (`npm run test:all`), or what `npm test` runs. A part of `test:all` alone:
 * `ALL_TESTS=1 npm run test:unit`.
 */
export const isRunOfAll = process.env.ALL_TESTS === '1'
