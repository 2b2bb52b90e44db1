import { expect, test } from 'vitest'
import { Observable } from './observable.ts'

interface Place {
  name: string
  number: number
}

/** Records when it is observed. */
class Train extends Observable<Place> {
  readonly calls: string[] = []

  protected override onObserved(): () => void {
    this.calls.push('observed')
    return () => this.calls.push('left')
  }

  arrive(place: Place): void {
    this.set(place)
  }

  change(changes: Partial<Place>): void {
    this.update(changes)
  }
}

const start = { name: 'Lyon', number: 1 }

test('listeners are called after each change, until they unsubscribe', () => {
  const train = new Train(start)
  const seen: string[] = []
  const unsubscribe = train.subscribe(() => seen.push(train.state.name))
  train.arrive({ name: 'Basel', number: 2 })
  unsubscribe()
  train.arrive({ name: 'Bern', number: 3 })
  expect({ seen, last: train.state }).toEqual({ seen: ['Basel'], last: { name: 'Bern', number: 3 } })
})

test('update keeps the other members; without another value it keeps the state and calls no listener', () => {
  const train = new Train(start)
  let changes = 0
  train.subscribe(() => {
    changes += 1
  })
  train.change({ name: 'Lyon' })
  expect({ changes, isSame: train.state === start }).toEqual({ changes: 0, isSame: true })
  train.change({ name: 'Basel' })
  expect({ changes, state: train.state }).toEqual({ changes: 1, state: { name: 'Basel', number: 1 } })
})

test('the server’s state stays the initial one', () => {
  const train = new Train(start)
  train.change({ number: 9 })
  expect(train.serverState).toBe(start)
})

test('onObserved runs with the first listener, and its result after the last one', () => {
  const train = new Train(start)
  const first = train.subscribe(() => {})
  const second = train.subscribe(() => {})
  first()
  expect(train.calls).toEqual(['observed'])
  second()
  train.subscribe(() => {})
  expect(train.calls).toEqual(['observed', 'left', 'observed'])
})

test('a listener may unsubscribe others while it is called', () => {
  const train = new Train(start)
  const seen: string[] = []
  train.subscribe(() => {
    seen.push('first')
    unsubscribe()
  })
  const unsubscribe = train.subscribe(() => seen.push('second'))
  train.arrive({ name: 'Basel', number: 2 })
  train.arrive({ name: 'Bern', number: 3 })
  expect(seen).toEqual(['first', 'second', 'first'])
})
