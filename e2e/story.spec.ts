import { test } from './helpers/embedded.js'
import { walkStory } from './helpers/story.js'

// What a browser says of calls that find nobody logged in, and of names that nobody has.
test.use({ expectedErrors: /status of 4\d\d|Access to storage/ })

test('from an e-mail address to a payment to a friend: bought, swapped, named, sent, and all of it in the activity', async ({ page }) => {
  test.slow()
  await walkStory(page)
})
