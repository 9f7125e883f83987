import '@portico/react-ui/styles.css'

export const metadata = { title: 'Host', icons: { icon: 'data:,' } }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
