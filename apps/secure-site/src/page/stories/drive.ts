import { expect, fireEvent, waitFor } from 'storybook/test'

/** The screen's own part of the story, below the page's shadow root. */
export const inPage = (canvas: HTMLElement) =>
  [...canvas.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot ?? document
/** Presses the button that says so, once it is there. */
export const press = async (canvas: HTMLElement, name: RegExp) => {
  const find = () => [...inPage(canvas).querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''))
  await waitFor(() => expect(find()).toBeTruthy())
  find()?.click()
}
/** It is there, and no colour is on its way to another. */
export const says = (canvas: HTMLElement, text: string) =>
  waitFor(async () => {
    await expect(inPage(canvas).textContent).toContain(text)
    await expect(
      inPage(canvas)
        .getAnimations()
        .filter((one) => one instanceof CSSTransition),
    ).toEqual([])
  })

/** Fills the page's fields, one after the other. */
export const type = async (canvas: HTMLElement, ...texts: readonly string[]) => {
  const fields = () => [...inPage(canvas).querySelectorAll('input')]
  await waitFor(() => expect(fields().length).toBeGreaterThanOrEqual(texts.length))
  for (const [index, text] of texts.entries()) {
    const field = fields()[index]
    if (field) await fireEvent.change(field, { target: { value: text } })
  }
}
