import { createMiddleware } from 'hono/factory'

const loopbackName = /^(127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)*localhost)$/

/** Is this origin a page of this machine? */
export function isLoopbackOrigin(origin: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return url?.protocol === 'http:' && loopbackName.test(url.hostname)
}

/**
 * Lets pages of this machine in and nobody else. A browser sends some requests without asking first, so an unknown Origin
 * is refused here and not only hidden by CORS; an unknown Host is what a rebound DNS name would show.
 */
export const loopbackOnly = createMiddleware(async (context, next) => {
  const host = context.req.header('host') ?? ''
  if (!isLoopbackOrigin(`http://${host}`)) {
    return context.json({ error: { code: 'forbidden', message: 'The sandbox answers to loopback names only.' } }, 403)
  }
  const origin = context.req.header('origin')
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return context.json({ error: { code: 'forbidden', message: 'The sandbox answers to pages of this machine only.' } }, 403)
  }
  await next()
})
