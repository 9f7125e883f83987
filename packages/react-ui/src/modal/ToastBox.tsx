'use client'
import { toastStore } from '@portico/core/kit'
import { Toast } from '@portico/ui/toast'
import { useErrorText } from '../i18n/useErrorText.js'
import { usePorticoStore } from '../usePorticoStore.js'

/** The one toast, over the header. */
export function ToastBox() {
  const toast = usePorticoStore(toastStore, (state) => state.toast)
  const errorText = useErrorText()
  const shown = toast && (
    <Toast key={toast.key} kind={toast.variant}>
      {toast.error ? errorText(toast.error) : toast.message}
    </Toast>
  )
  const isError = toast?.variant === 'error'
  return (
    <>
      {/* There before what it says: screen readers miss a live region that comes with its text. An alert is read when it comes. */}
      <div className="po-toastbox" role="status">
        {!isError && shown}
      </div>
      {isError && <div className="po-toastbox">{shown}</div>}
    </>
  )
}
