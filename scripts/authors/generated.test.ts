import { expect, test } from 'vitest'
import { lockFile } from '../checks/lock-file.ts'
import { openRepository } from '../checks/repository.ts'
import { localeKeys } from '../checks/texts/locale-keys.ts'
import { openTrial } from './trial.ts'

test('a new extension passes its own tests and every rule', async () => {
  const { folder, make, check } = openTrial()
  await make('night-owls')
  await check('night-owls')
  const repository = openRepository(folder)
  expect([...(await lockFile.find(repository)), ...(await localeKeys.find(repository))]).toEqual([])
}, 120_000)
