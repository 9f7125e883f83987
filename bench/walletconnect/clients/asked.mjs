/** What both clients ask for, and who they say they are. */
export const asked = {
  eip155: {
    chains: ['eip155:1', 'eip155:8453'],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
    events: ['chainChanged', 'accountsChanged'],
  },
}
export const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const metadata = { name: 'Bench', description: 'Bench', url: 'https://bench.example', icons: [] }
/** 65 bytes, as long as any signature. */
export const signature = `0x${'5a'.repeat(65)}`
