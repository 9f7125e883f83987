import { NextResponse, type NextRequest } from 'next/server'

/** A content security policy with a nonce of its own for each request. */
export function proxy(request: NextRequest) {
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const policy = policyWith(nonce)
  // Next reads the nonce from the request's policy, and puts it on its own scripts.
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

function policyWith(nonce: string) {
  const isDevelopment = process.env.NODE_ENV === 'development'
  const rpc = process.env.NEXT_PUBLIC_RPC_URL ?? 'https:'
  return [
    "default-src 'self'",
    // React evaluates text of its own in development alone.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data: https:",
    `connect-src 'self' ${rpc}${isDevelopment ? ' ws:' : ''}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'"]),
  ].join('; ')
}

export const config = { matcher: ['/((?!_next/static|_next/image|favicon.ico).*)'] }
