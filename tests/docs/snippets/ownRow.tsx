import { Modal, type AccountPartProps, type Feature } from '@portico/react-ui'

const Points = ({ account }: AccountPartProps) => <p>120 points for {account.profileName ?? account.address}</p>

/** Kept outside of a component: a list that is new each time is registered each time. */
const features: readonly Feature[] = [
  {
    id: 'points',
    views: {},
    entries: { 'account.rows': { load: () => Promise.resolve(Points) } },
  },
]

export const ModalWithPoints = () => <Modal features={features} />
