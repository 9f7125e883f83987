import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App, createPageOf } from './App.js'

/** The page's HTML for a request with this `Cookie` header. Nothing is shared between two requests, and nothing stays behind. */
export function render(cookie: string | undefined): string {
  return renderToString(
    <StrictMode>
      <App portico={createPageOf(cookie)} />
    </StrictMode>,
  )
}
