/** A style sheet as Vite hands it to a test: its text. */
declare module '*.css?inline' {
  const css: string
  export default css
}
