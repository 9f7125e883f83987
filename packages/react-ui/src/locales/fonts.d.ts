declare module '*.woff2?url' {
  /** Where the file is served. */
  const url: string
  export default url
}
