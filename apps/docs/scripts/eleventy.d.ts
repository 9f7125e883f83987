/** The parts of Eleventy that the build uses; it has no types of its own. */
declare module '@11ty/eleventy' {
  export default class Eleventy {
    constructor(input: string, output: string, options: { configPath: string; quietMode: boolean; runMode: 'build' | 'serve' })
    init(): Promise<void>
    write(): Promise<void>
    watch(): Promise<void>
    serve(port: number): Promise<void>
  }
}
