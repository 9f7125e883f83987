// The package's main file prints a warning about Node 20 when it is imported; the class has a file of its own.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}
