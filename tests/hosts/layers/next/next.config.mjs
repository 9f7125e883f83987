// Next's own scripts are inline, so that the policy is the part about script URLs and markup.
const policy = "require-trusted-types-for 'script'"

// React and the dev server evaluate text of their own in development, which no such policy lets them.
const headers = [{ key: 'Content-Security-Policy', value: policy }]

export default {
  headers: async () => (process.env.NODE_ENV === 'production' ? [{ source: '/:path*', headers }] : []),
  reactStrictMode: true,
  devIndicators: false,
}
