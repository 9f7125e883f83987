import { NetworkButton, PorticoButton } from '@portico/react-ui'
import { MiniApp } from '../mini/MiniApp.js'
import { Card } from '../ui/Card.js'
import { wallet } from '../ui/glyphs.js'

/** One of the two, with buttons of its own. */
export function Half({ name }: { readonly name: string }) {
  return (
    <Card level={2} glyph={wallet} title={`Portico ${name}`} lead="Its own wallets, network, storage and modal.">
      <div className="m-pair" role="group" aria-label={`Buttons of ${name}`}>
        <NetworkButton />
        <PorticoButton balance={false} />
      </div>
      <MiniApp />
    </Card>
  )
}
