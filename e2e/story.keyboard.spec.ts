import { test } from './helpers/embedded.js'
import { byKeyboardAlone } from './helpers/keyboard.js'
import { walkStory } from './helpers/story.js'

// What a browser says of calls that find nobody logged in, and of names that nobody has.
test.use({ expectedErrors: /status of 4\d\d|Access to storage/ })

test('by the keyboard alone: from an e-mail address to a payment to a friend, and all of it in the activity', async ({ page }) => {
  test.setTimeout(240_000)
  const undo = byKeyboardAlone(page)
  try {
    await walkStory(page)
  } finally {
    undo()
  }
})
