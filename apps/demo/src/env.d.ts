interface ImportMetaEnv {
  readonly VITE_PORTICO_RPC_1?: string
  readonly VITE_PORTICO_RPC_10?: string
  readonly VITE_PORTICO_RPC_8453?: string
  readonly VITE_PORTICO_SOLANA?: string
  readonly VITE_PORTICO_SOLANA_DEVNET?: string
  readonly VITE_PORTICO_BITCOIN?: string
  readonly VITE_PORTICO_RELAY?: string
  readonly VITE_PORTICO_API?: string
  readonly VITE_PORTICO_SECURE_SITE?: string
  readonly VITE_PORTICO_MEMBERS?: string
  readonly VITE_PORTICO_HARBOR?: string
  readonly VITE_PORTICO_INBOX?: string
  readonly VITE_PORTICO_CONTROL?: string
}
