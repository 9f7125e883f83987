import '@portico/react-ui/styles.css'
import { mountSite } from './mount.jsx'

mountSite(document.getElementById('root'))
