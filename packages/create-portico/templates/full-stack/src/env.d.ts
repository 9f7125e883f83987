interface ImportMetaEnv {
  readonly VITE_RPC_URL?: string
  readonly VITE_API_URL?: string
  readonly VITE_RELAY_URL?: string
  readonly VITE_SECURE_SITE_URL?: string
  readonly VITE_PROJECT_ID?: string
}
