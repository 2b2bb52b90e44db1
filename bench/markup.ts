import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createMarkup } from '@parley/shared/markup'
import { hostilePieces, hostileTexts } from '@parley/testing/markup'
import { build } from 'vite'
import { leanMarkdown } from '../site/plugins/lean-markdown.ts'

/** Speed and size of the markup. */
export interface MarkupFigures {
  /** Posts of about 300 characters rendered per second of processor time. */
  rendersPerSecond: number
  /** Brotli size in bytes of the code for a preview, including dependencies. */
  bytes: number
  /** The slowest kind of hostile text: processor time for a megabyte. */
  worst: { name: string; milliseconds: number }
}

export const markupGoals = { rendersPerSecond: 15_000, bytes: 47_000, worst: 500 } as const

const root = join(import.meta.dirname, '..')
const megabyte = 1_048_576

/** Five realistic posts of 280 to 320 characters each. */
const posts: readonly string[] = [
  'I tried the **second** approach and it works, see https://example.org/docs/page for _details_.\n\n> quoted line of text here\n\nThanks! The `config.yml` needs:\n\n- one item\n- two items\n\nAnd then [the manual](https://example.com/a) explains the rest, roughly. That is all for now.',
  'We went up on Saturday before sunrise, and the path was still frozen in the shade below the second hut. By noon it had turned to mud.\n\nIf you go this week, take gaiters. The bridge at the lower end is closed until May, so you need the long way round past the farm, which adds forty minutes or so.',
  'Same here since the update. What I did:\n\n```sh\nsystemctl stop player\nrm -r ~/.cache/player\nsystemctl start player\n```\n\nAfter that it found the **library** again, but all _play counts_ were gone. Is there a way to keep them? I have a backup of the folder from last week, about 2 GB.',
  '1. Soak the beans over night, at least ten hours\n2. Boil them with a bay leaf, ~~salt~~ no salt yet\n3. Fry onions and garlic slowly, 15 minutes\n\n> How much garlic?\n\nTwo cloves for four people. The secret is ||a spoon of vinegar|| right at the end. It keeps for three days and gets better every day.',
  'Agreed with everything above. One thing to add: on page 12 of https://example.org/report_(2024).pdf they say the opposite, *and* give numbers:\n\n| year | share |\n|------|------:|\n| 2022 | 14 % |\n| 2023 | 19 % |\n\nSo I would not call it a trend yet. Has anybody seen figures for this spring?',
]

export async function measureMarkup(): Promise<MarkupFigures> {
  return { rendersPerSecond: measureRate(), worst: measureWorst(), bytes: await measureBytes() }
}

/** Renders per second: the median of five rounds after a warm-up round. */
function measureRate(): number {
  const markup = createMarkup({ baseUrl: 'https://forum.example' })
  const rounds = Array.from({ length: 6 }, () => {
    const count = 20_000
    const milliseconds = processorTime(() => {
      for (let index = 0; index < count; index++) markup.renderHtml(posts[index % posts.length] ?? '')
    })
    return (count / milliseconds) * 1000
  })
  return rounds.slice(1).sort((one, other) => one - other)[2] ?? 0
}

function measureWorst(): MarkupFigures['worst'] {
  const markup = createMarkup()
  const families = [
    ...hostilePieces.map(
      (piece) => [JSON.stringify(piece), piece.repeat(Math.ceil(megabyte / piece.length))] as const,
    ),
    ...Object.entries(hostileTexts(megabyte)),
  ]
  let worst = { name: '', milliseconds: 0 }
  for (const [name, source] of families) {
    // The best of three runs: garbage collection may slow down a single run.
    const times = Array.from({ length: 3 }, () => processorTime(() => markup.renderHtml(source)))
    const milliseconds = Math.min(...times)
    if (milliseconds > worst.milliseconds) worst = { name, milliseconds }
  }
  return worst
}

/** Processor time of this process in milliseconds. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function measureBytes(): Promise<number> {
  const buildResult = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [leanMarkdown()],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'packages/client/src/features/composer/preview/post-markup.ts'),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const outputs = [buildResult].flat().flatMap((result) => ('output' in result ? result.output : []))
  return outputs
    .flatMap((output) => (output.type === 'chunk' ? [brotliCompressSync(output.code).length] : []))
    .reduce((sum, bytes) => sum + bytes, 0)
}

if (import.meta.main) {
  const { rendersPerSecond, bytes, worst } = await measureMarkup()
  const line = (what: string, figure: string, goal: string) =>
    process.stdout.write(`${what.padEnd(44)} ${figure.padStart(12)}   goal ${goal}\n`)
  line(
    'posts of 300 characters, one core',
    `${Math.round(rendersPerSecond)} /s`,
    `≥ ${markupGoals.rendersPerSecond} /s`,
  )
  line(`hostile megabyte, ${worst.name}`, `${Math.round(worst.milliseconds)} ms`, `< ${markupGoals.worst} ms`)
  line('code for the preview, brotli', `${bytes} bytes`, `≤ ${markupGoals.bytes} bytes`)
}
