import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Sources of the client, not its package: that is compiled only when it is packed. */
const client = new URL('../client/src/client.ts', import.meta.url).pathname

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  resolve: { alias: { '@tenantry/client': client } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
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
