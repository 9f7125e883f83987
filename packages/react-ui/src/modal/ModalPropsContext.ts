'use client'
import { createContext, useContext } from 'react'
import type { ModalProps } from '../Modal.js'

export const ModalPropsContext = createContext<ModalProps>({})
export const useModalProps = (): ModalProps => useContext(ModalPropsContext)
