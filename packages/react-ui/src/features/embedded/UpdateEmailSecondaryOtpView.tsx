'use client'
import { UpdateCodeStep } from './UpdateEmail.js'

/** The code that went to the new address. */
export default function UpdateEmailSecondaryOtpView() {
  return <UpdateCodeStep which="secondary" />
}
