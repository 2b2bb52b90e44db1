import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layerDirections } from '../checks/imports/layers.ts'
import { lockFile } from '../checks/lock-file.ts'
import { openRepository } from '../checks/repository.ts'
import { localeKeys } from '../checks/texts/locale-keys.ts'
import { Trial } from './trial.ts'
import { tutorialId } from './tutorial.ts'

/** Several tools run on a whole copy, and other tests beside them. */
const limit = 600_000

describe('what extension:new and docs/writing-an-extension.md make', () => {
  let trial: Trial

  beforeAll(async () => {
    trial = new Trial()
    await trial.make('night-owls')
    await trial.make(tutorialId)
    trial.follow(tutorialId)
  }, limit)

  afterAll(() => trial.remove(), limit)

  test.concurrent('passes its own tests', () => trial.test(), limit)

  test.concurrent('compiles after every step', () => trial.compile(), limit)

  test.concurrent(
    'follows the rules of the repository',
    async () => {
      await trial.lint()
      const repository = openRepository(trial.folder)
      const rules = [localeKeys, lockFile, layerDirections]
      const faults = await Promise.all(rules.map((rule) => rule.find(repository)))
      expect(faults.flat()).toEqual([])
    },
    limit,
  )
})
