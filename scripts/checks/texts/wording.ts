import { execFileSync } from 'node:child_process'
import type { Check, Fault, Repository } from '../repository.ts'

/** Forbidden in commit messages: unfinished work, footers of tools, issue numbers, wrong style of subjects. */
const forbiddenInCommits: [RegExp, string][] = [
  [/^(wip|fixup!|squash!|temp|tmp)\b/i, 'is unfinished work'],
  [/^.{81,}/, 'has a subject of more than 80 characters'],
  [/^[^A-Z]/, 'does not begin with a capital'],
  [/^.*\.$/m, 'ends a subject with a full stop'],
  [/^(added|fixed|changed|updated|removed|adding|fixing)\b/i, 'is not an imperative: "Add …"'],
  [/(^|\s)#\d+\b/, 'names an issue by number'],
  [/^(co-authored-by|generated (by|with))/im, 'carries a footer of a tool'],
]

/** Forbidden in files: unfinished work, paths of one machine, hosts of a package registry. */
const forbiddenInFiles: [RegExp, string][] = [
  [/\b(TODO|FIXME|XXX|HACK)\b/, 'marks unfinished work: finish it, or leave it out'],
  [/(?<![\w./-])\/(home|Users|root|work)\/\w/, 'names a path of one machine'],
  [/\bregistry\.(npmjs\.org|yarnpkg\.com|npmmirror\.com)/, 'names the host of a package registry'],
]

const ownFiles = /^scripts\/checks\/texts\/wording\./
const texts = /\.(ts|tsx|mjs|js|css|json|yml|yaml|md|html|sh)$|^(bin\/|\.ci\/|LICENSE$)/

/** Checks the text of files, and the messages of new commits: those not in `origin/main`, or the last ten without it. */
export const wording: Check = {
  name: 'wording',
  find(repository) {
    const files = repository.files.filter((file) => texts.test(file) && !ownFiles.test(file))
    return [
      ...files.flatMap((file) => findInFile(file, repository.read(file))),
      ...newCommits(repository).flatMap(({ id, message }) => checkMessage(id, message)),
    ]
  },
}

/** Checks a commit message. */
export function checkMessage(id: string, message: string): Fault[] {
  return forbiddenInCommits
    .filter(([pattern], index) => pattern.test(index < 5 ? (message.split('\n')[0] ?? '') : message))
    .map(([, what]) => ({ file: `commit ${id}`, message: `${what}: ${message.split('\n')[0]}` }))
}

function findInFile(file: string, text: string): Fault[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      forbiddenInFiles
        .filter(([pattern]) => pattern.test(line))
        .map(([, message]) => ({ file, line: index + 1, message })),
    )
}

function newCommits(repository: Repository): { id: string; message: string }[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repository.root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const remoteBranch = git('for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main').trim()
    const range = remoteBranch ? [`${remoteBranch}..HEAD`] : ['--max-count=10', 'HEAD']
    const log = git('log', '--no-merges', '--format=%h%x00%B%x01', ...range)
    return log
      .split('\x01')
      .map((entry) => entry.trim().split('\0'))
      .flatMap(([id, message]) => (id && message ? [{ id, message: message.trim() }] : []))
  } catch {
    // An exported copy has no history.
    return []
  }
}
