// A wallet that shares no code with this repository: it announces itself (EIP-6963) and has the local node sign with one of
// its unlocked accounts. `testWalletNodes` is written by the test, into nodes.js beside this file.
;(() => {
  /** @type {Record<string, string>} */
  const nodes = globalThis.testWalletNodes
  delete globalThis.testWalletNodes
  const account = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc' // number 5 of the accounts that the node funds
  const listeners = new Map()
  const remember = (/** @type {string} */ key, /** @type {string} */ value) => sessionStorage.setItem(`extension/${key}`, value)
  const recall = (/** @type {string} */ key) => sessionStorage.getItem(`extension/${key}`)
  const chainId = () => recall('chain') ?? '0x1'
  const accounts = () => (recall('connected') ? [account] : [])
  const fail = (/** @type {number} */ code, /** @type {string} */ message) => Promise.reject(Object.assign(new Error(message), { code }))

  async function callNode(/** @type {string} */ method, /** @type {unknown} */ params) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
    const response = await fetch(nodes[chainId()], { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = await response.json()
    if (error) throw Object.assign(new Error(error.message), { code: error.code })
    return result
  }

  const methods = {
    eth_chainId: async () => chainId(),
    eth_accounts: async () => accounts(),
    eth_requestAccounts: async () => {
      remember('connected', 'yes')
      return accounts()
    },
    wallet_revokePermissions: async () => {
      sessionStorage.removeItem('extension/connected')
      return null
    },
    wallet_switchEthereumChain: async (/** @type {{ chainId: string }[]} */ [wanted]) => {
      if (!nodes[wanted.chainId]) return fail(4902, 'Unrecognized chain ID.')
      remember('chain', wanted.chainId)
      for (const listener of listeners.get('chainChanged') ?? []) listener(wanted.chainId)
      return null
    },
    personal_sign: (/** @type {unknown[]} */ params) => callNode('personal_sign', params),
    eth_signTypedData_v4: (/** @type {unknown[]} */ params) => callNode('eth_signTypedData_v4', params),
    eth_sendTransaction: (/** @type {unknown[]} */ params) => callNode('eth_sendTransaction', params),
  }
  const provider = {
    request: ({ method, params }) => (methods[method] ? methods[method](params ?? []) : fail(4200, `'${method}' is not supported.`)),
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#434a57"/></svg>')}`
  const info = { uuid: crypto.randomUUID(), name: 'Extension', icon, rdns: 'com.example.extension' }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
})()
