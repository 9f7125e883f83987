import { expect, onTestFinished, test, vi } from 'vitest'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import type { ReactNode } from 'react'
import { Tile } from './Tile.js'

function render(element: ReactNode) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(element)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  return place
}

const svg = (drawing: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${drawing}</svg>`)}`

test('S35: a picture is an <img> that tells nobody where it is shown', async () => {
  const place = render(<Tile name="Harbor" src={svg('<rect width="1" height="1"/>')} />)
  await vi.waitFor(() => expect(place.querySelector('img')?.naturalWidth).toBeGreaterThan(0))
  expect(place.querySelector('img')?.referrerPolicy).toBe('no-referrer')
  expect(place.querySelector('img')?.alt).toBe('')
})

test('S35: a picture that does not load gives way to the local drawing', async () => {
  const place = render(
    <Tile name="Broken" src="data:image/png;base64,AAAA">
      <svg data-testid="local" />
    </Tile>,
  )
  await vi.waitFor(() => expect(place.querySelector('[data-testid=local]')).not.toBeNull())
  expect(place.querySelector('img')).toBeNull()
})

test('S35: a source that is not allowed never becomes a picture; the first letter stands in', async () => {
  const place = render(<Tile name="mallory" src="http://icons.example/a.png" />)
  await vi.waitFor(() => expect(place.textContent).toBe('M'))
  expect(place.querySelector('img')).toBeNull()
})

test('S35: scripts in a drawing do not run and nothing it refers to is fetched', async () => {
  const hostile = [
    '<script>parent.reached = 1; top.reached = 1; window.reached = 1</script>',
    '<rect width="1" height="1" onload="window.reached = 1; top.reached = 1"/>',
    '<image href="/portico-reached.png" width="1" height="1"/>',
    '<foreignObject width="1" height="1"><iframe xmlns="http://www.w3.org/1999/xhtml" src="/portico-reached.html"/></foreignObject>',
    '<style>@import "/portico-reached.css"; rect { fill: url(/portico-reached.svg#a) }</style><rect width="1" height="1"/>',
    '<a href="javascript:top.reached=1"><rect width="1" height="1"/></a><animate onbegin="top.reached=1"/>',
  ]
  const place = render(
    <>
      {hostile.map((drawing) => (
        <Tile key={drawing} name="Mallory" src={svg(drawing)} />
      ))}
    </>,
  )
  await vi.waitFor(() => expect([...place.querySelectorAll('img')].filter((image) => image.complete)).toHaveLength(hostile.length))
  await new Promise((done) => setTimeout(done, 100))
  expect(Reflect.get(window, 'reached')).toBeUndefined()
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('portico-reached'))).toEqual([])
})

test("S35: a picture of the server's page that had failed before React came gives way to the local drawing", async () => {
  const broken = (
    <Tile name="Broken" src="data:image/png;base64,AAAA">
      <svg data-testid="local" />
    </Tile>
  )
  const place = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => place.remove())
  place.innerHTML = renderToString(broken)
  await vi.waitFor(() => expect(place.querySelector('img')).toMatchObject({ complete: true, naturalWidth: 0 }))
  await new Promise((done) => setTimeout(done, 50))
  const root = hydrateRoot(place, broken)
  onTestFinished(() => root.unmount())
  await vi.waitFor(() => expect(place.querySelector('[data-testid=local]')).not.toBeNull(), { timeout: 3000 })
  expect(place.querySelector('img')).toBeNull()
})
