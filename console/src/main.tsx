import { nonce } from './trusted-types.ts'
import './theme/fonts.css'
import './theme/layers.css'
import './theme/tokens.css'
import './theme/ground.css'
import './theme/shell.css'
import './theme/page.css'
import './theme/table.css'
import './theme/cells.css'
import './theme/cards.css'
import './theme/panel.css'
import './theme/record.css'
import './theme/tree.css'
import './theme/tenants.css'
import './theme/branding.css'
import './theme/sign-in.css'
import './theme/kit.css'
import './theme/forms.css'
import './theme/dialogs.css'
import './theme/views.css'
import './theme/around.css'
import './theme/palette.css'
import './theme/matrix.css'
import './theme/roles.css'
import './theme/board.css'
import './theme/charts.css'
import './theme/audit.css'
import './theme/me.css'
import './theme/system.css'
import './theme/people.css'
import './theme/webhooks.css'
import './theme/messages.css'
import './theme/mails.css'
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/queries.ts'
import { forgetWhoLeft } from './api/whose.ts'
import { consoleTexts } from './i18n/console-texts.ts'
import { I18nProvider } from './i18n/i18n.tsx'
import { readTextsFrom } from './i18n/texts.ts'
import { isOfSomebody, router } from './routes.tsx'
import { theme, variables } from './theme/theme.ts'
import { giveUp } from './ui/form/leaving.ts'

readTextsFrom(consoleTexts)
forgetWhoLeft(() => {
  notifications.clean()
  // a screen of theirs, and what they had typed into it
  if (!isOfSomebody()) return
  giveUp()
  location.reload()
})
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
        <Notifications position="bottom-right" zIndex={500} />
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
)
