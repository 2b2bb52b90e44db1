import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Observable } from '../store/observable.ts'
import { useObservable } from './use-observable.ts'

class Counter extends Observable<{ count: number; text: string }> {
  increment(): void {
    this.update({ count: this.state.count + 1 })
  }
}

function View({ counter }: { counter: Counter }) {
  const { text } = useObservable(counter)
  return `${text} ${useObservable(counter, ({ count }) => count)}`
}

test('server-side rendering reads the initial state, whole or selected', () => {
  const counter = new Counter({ count: 1, text: 'Posts:' })
  counter.increment()
  expect(renderToString(<View counter={counter} />)).toBe('Posts: 1')
})
