import type { ExtensionCommand } from '@parley/server'
import { cleanFiles, endRemovals, type Found } from './clean.ts'
import { cleanBucket } from './clean-bucket.ts'

const texts: Readonly<Record<Found['kind'], string>> = {
  orphan: 'no file of the forum',
  misplaced: 'not where its file is',
  removal: 'to be deleted',
}

/** `bin/parley uploads:clean`. */
export const cleanCommand: ExtensionCommand = {
  summary: 'remove what interrupted uploads and deletions have left',
  usage: '[--dry-run]',
  details: [
    'Removes files in the folders of uploads that the forum does not know, ends deletions, and puts files in their place that were hidden or shown when the forum stopped. What is less than an hour old is left alone. The forum does the same every night.',
  ],
  options: { 'dry-run': { type: 'boolean' } },
  optionHelp: [['--dry-run', 'only list what would be done; exit code 1 if there is something']],
  async run(context, { options, print, note, progress, signal }) {
    const isDryRun = options['dry-run'] === true
    const found: Found[] = []
    const cleaning = {
      isDryRun,
      signal,
      progress: (files: number) => progress(`${files} files`),
      onFound(one: Found) {
        found.push(one)
        print(`${one.path}: ${texts[one.kind]}, ${one.size} bytes`)
      },
    }
    await endRemovals(context, cleaning)
    await cleanFiles(context, {}, cleaning)
    await cleanBucket(context, cleaning)
    if (signal.aborted) {
      note('Stopped before all files were looked at.')
      return 1
    }
    if (found.length === 0) print('Nothing to clean.')
    else print(`${found.length} found, ${isDryRun ? 'nothing changed' : 'all cleaned'}.`)
    return isDryRun && found.length > 0 ? 1 : 0
  },
}
