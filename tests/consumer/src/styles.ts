// A site's style sheet, in a project that declares none: neither a bundler's types nor its own. Compiled alone, for Node loads no CSS.
import '@portico/react-ui/styles.css'
