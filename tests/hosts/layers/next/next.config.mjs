// Next's own scripts are inline, so that the policy is the part about script URLs and markup.
const policy = "require-trusted-types-for 'script'"

export default {
  headers: async () => [{ source: '/:path*', headers: [{ key: 'Content-Security-Policy', value: policy }] }],
  reactStrictMode: true,
  devIndicators: false,
}
