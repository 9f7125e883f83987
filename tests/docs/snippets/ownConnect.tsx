import { Modal, useModal } from '@portico/react-ui'

/** Where your router leads. */
declare const goTo: (path: string) => void

export function OurModal() {
  const { close } = useModal()
  const asGuest = () => {
    close()
    goTo('/as-a-guest')
  }
  return (
    <Modal
      disclaimer={
        <>
          By connecting you accept our <a href="/terms">terms</a> and know our <a href="/privacy">privacy policy</a>.
        </>
      }
      connectRows={[{ id: 'guest', label: 'Continue as a guest', text: 'Nothing is kept', onPress: asGuest }]}
    />
  )
}
