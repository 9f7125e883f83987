'use client'
import { UpdateCodeStep } from './UpdateEmail.js'

/** The code that went to the address of now. */
export default function UpdateEmailPrimaryOtpView() {
  return <UpdateCodeStep which="primary" />
}
