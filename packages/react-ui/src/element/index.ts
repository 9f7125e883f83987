export { createModal, type CreateModalOptions, type ModalHandle } from './createModal.js'
export { definePorticoButton, type PorticoButtonOptions } from './definePorticoButton.js'
