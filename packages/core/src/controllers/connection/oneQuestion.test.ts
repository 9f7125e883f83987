import { expect, test } from 'vitest'
import { RequestPendingError, UserRejectedError } from './errors.js'
import { oneQuestion } from './oneQuestion.js'

function question() {
  let answer: (text: string) => void = () => {}
  let refuse: (error: Error) => void = () => {}
  const asked = new Promise<string>((resolve, reject) => {
    answer = resolve
    refuse = reject
  })
  return { ask: () => asked, answer, refuse }
}
const pending = () => Promise.reject(new RequestPendingError())

test('the answer to a question that was open counts for who asks again, refused or asked twice', async () => {
  for (const again of [pending, () => new Promise<never>(() => undefined)]) {
    const ask = oneQuestion<string>()
    const first = question()
    const turnedAwayFrom = ask('harbor', first.ask)
    const second = ask('harbor', again)
    first.answer('yes')
    expect(await Promise.all([turnedAwayFrom, second])).toEqual(['yes', 'yes'])
  }
})

test('a no to the open question is a no to who was refused because of it, and not to who is asked as well', async () => {
  const ask = oneQuestion<string>()
  const [first, second] = [question(), question()]
  const no = new UserRejectedError()
  void ask('harbor', first.ask).catch(() => undefined)
  const refused = ask('harbor', pending)
  const both = ask('harbor', second.ask)
  first.refuse(no)
  await expect(refused).rejects.toBe(no)
  second.answer('yes')
  expect(await both).toBe('yes')
})

test('another wallet is another question, and an answered one is over', async () => {
  const ask = oneQuestion<string>()
  const first = question()
  void ask('harbor', first.ask)
  await expect(ask('juniper', pending)).rejects.toBeInstanceOf(RequestPendingError)
  first.answer('yes')
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve, 0))
  await expect(ask('harbor', pending)).rejects.toBeInstanceOf(RequestPendingError)
})
