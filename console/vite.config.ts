import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const pathOf = (name: string) => new URL(name, import.meta.url).pathname
/** Sources of the client, not its package: that is compiled only when it is packed. */
const client = pathOf('../client/src/client.ts')

// Many small files pack worse, and each is asked for.
/** What both ways in are made of. */
const waysIn = { name: 'ways-in', test: /src\/(?:ui\/sign-in|api\/own|ui\/form\/(?:PasswordField|typed-digits))/ }
/** What every list of the console is made of, and no page for end users: without what it imports, which those have, too. */
const lists = { name: 'lists', test: isOfLists, includeDependenciesRecursively: false }

function isOfLists(id: string): boolean {
  if (/@tanstack\/(?:react-router|router-core|history|store|react-store)\//.test(id)) return true
  const [, path] = /console\/src\/(.+)\.tsx?$/.exec(id) ?? []
  const parts =
    /^ui\/(?:within|address|Status|RecordMenu|acts|form\/(?:use-opened|leaving))$|^api\/(?:bin-rights|owed|preferences)$|^sitemap\/screens$|^shell\/(?:areas|ScreenLink)$/
  const later = /\/(?:CountedDialog|SelectionBar|SkippedDialog)$/
  return path !== undefined && (parts.test(path) || (/^ui\/list\/[^/]+$/.test(path) && !later.test(path)))
}

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  resolve: { alias: { '@tenantry/client': client } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // what the scripts are made of asks to be named where the package goes; scripts/build-console.ts adds those of the fonts
    license: { fileName: 'licenses.md' },
    // for admins, and for end users
    rolldownOptions: {
      input: [pathOf('index.html'), pathOf('account.html')],
      output: { codeSplitting: { groups: [waysIn, lists] } },
    },
    target: 'es2023',
    // a font in a style sheet would need `data:` in the policy of the page
    assetsInlineLimit: 0,
    // it writes a script into the page
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npx vite console` beside a service that runs
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
})
