import { Card } from '../ui/Card.js'
import { layers } from '../ui/glyphs.js'

const standards: readonly { readonly part: string; readonly by: readonly string[] }[] = [
  { part: 'Wallets of this browser', by: ['EIP-6963', 'Wallet Standard', 'WBIP-004'] },
  { part: 'Ids', by: ['CAIP-2', 'CAIP-10'] },
  { part: 'A wallet on a phone', by: ['WalletConnect 2.0', 'CAIP-25'] },
  { part: 'Signing in', by: ['EIP-4361', 'EIP-1271', 'ERC-6492', 'BIP-322'] },
  { part: 'Typed data, permits', by: ['EIP-712', 'ERC-2612'] },
  { part: 'Batches', by: ['EIP-5792'] },
  { part: 'Smart accounts', by: ['ERC-4337', 'EIP-7702', 'ERC-7821'] },
  { part: 'Fees that a site pays', by: ['ERC-7677'] },
  { part: 'Permissions', by: ['ERC-7715', 'ERC-7710'] },
  { part: 'Names', by: ['ENSIP-10', 'EIP-3668'] },
]

/** Which standard each part of the page speaks. */
export function StandardsCard() {
  return (
    <Card glyph={layers} title="Standards" lead="What the wallets and the chains are spoken to by.">
      <dl className="m-facts">
        {standards.map(({ part, by }) => (
          <div key={part}>
            <dt>{part}</dt>
            <dd className="m-standards">
              {by.map((name) => (
                <span key={name} className="m-chip">
                  {name}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
