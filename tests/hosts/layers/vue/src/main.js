import '@portico/react-ui/styles.css'
import { createApp } from 'vue'
import App from './App.vue'

createApp(App).mount('#root')
