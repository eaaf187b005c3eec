import { nonce } from '../trusted-types.ts'
import '../theme/account.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from '../api/queries.ts'
import { accountTexts } from '../i18n/account-texts.ts'
import { I18nProvider } from '../i18n/i18n.tsx'
import { readTextsFrom } from '../i18n/texts.ts'
import { theme, variables } from '../theme/theme.ts'
import { Account } from './Account.tsx'
import { forgetWhoLeft } from './session.ts'

readTextsFrom(accountTexts)
forgetWhoLeft()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <I18nProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        deduplicateInlineStyles
      >
        <QueryClientProvider client={queries}>
          <Account />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
)
