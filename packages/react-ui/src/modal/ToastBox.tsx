'use client'
import { toastStore } from '@portico/core/kit'
import { Toast } from '@portico/ui/toast'
import { useErrorText } from '../i18n/useErrorText.js'
import { usePorticoStore } from '../usePorticoStore.js'

/** The one toast, over the header. */
export function ToastBox() {
  const toast = usePorticoStore(toastStore, (state) => state.toast)
  const errorText = useErrorText()
  // There before what it says: screen readers miss a live region that comes with its text. An alert is read when it comes.
  return (
    <div className="po-toastbox" role={toast?.variant === 'error' ? undefined : 'status'}>
      {toast && (
        <Toast key={toast.key} kind={toast.variant}>
          {toast.error ? errorText(toast.error) : toast.message}
        </Toast>
      )}
    </div>
  )
}
