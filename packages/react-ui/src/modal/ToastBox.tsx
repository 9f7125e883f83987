'use client'
import { toastStore } from '@portico/core/kit'
import { Toast } from '@portico/ui/toast'
import { useErrorText } from '../i18n/useErrorText.js'
import { usePorticoStore } from '../usePorticoStore.js'

/** The one toast, over the header. */
export function ToastBox() {
  const toast = usePorticoStore(toastStore, (state) => state.toast)
  const errorText = useErrorText()
  return (
    <div className="po-toastbox">
      {toast && (
        <Toast key={toast.key} kind={toast.variant}>
          {toast.error ? errorText(toast.error) : toast.message}
        </Toast>
      )}
    </div>
  )
}
