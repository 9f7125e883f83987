// Without the flag, its first visit in development finds React, and loads the page a second time.
export default { ssr: true, future: { unstable_optimizeDeps: true } }
