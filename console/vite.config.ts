import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const pathOf = (name: string) => new URL(name, import.meta.url).pathname
/** Sources of the client, not its package: that is compiled only when it is packed. */
const client = pathOf('../client/src/client.ts')

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
      // what both ways in are made of is one file: many small ones pack worse
      output: {
        codeSplitting: {
          groups: [
            { name: 'ways-in', test: /src\/(?:ui\/sign-in|api\/own|ui\/form\/(?:PasswordField|six-digits))/ },
            // and so is what almost every screen is made of
            { name: 'Facts', test: /src\/ui\/(?:Facts|RecordMenu)/, includeDependenciesRecursively: false },
          ],
        },
      },
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
