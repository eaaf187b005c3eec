import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** An item that can't be chosen takes no focus, and where none has it no key is heard, not even Escape: the first that can has it. */
function focusFirst(menu: HTMLElement | null): void {
  setTimeout(() => {
    if (menu && !menu.contains(document.activeElement)) (menu.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)') ?? menu).focus()
  })
}

/** Mantine draws with our tokens: its own palette is never seen. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  primaryColor: 'indigo',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: 'var(--t-sm)', sm: 'var(--t-md)', md: 'var(--t-lg)', lg: 'var(--t-h3)', xl: 'var(--t-h2)' },
  lineHeights: { xs: 'var(--t-sm-l)', sm: 'var(--t-md-l)', md: 'var(--t-lg-l)', lg: 'var(--t-h3-l)', xl: 'var(--t-h2-l)' },
  radius: { xs: 'var(--r-xs)', sm: 'var(--r-sm)', md: 'var(--r-md)', lg: 'var(--r-lg)', xl: 'var(--r-lg)' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: { xs: 'var(--shade-1)', sm: 'var(--shade-1)', md: 'var(--shade-2)', lg: 'var(--shade-2)', xl: 'var(--shade-3)' },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    TextInput: { defaultProps: { size: 'sm' } },
    // whoever has keys alone may see what they typed, too
    PasswordInput: { defaultProps: { size: 'sm', visibilityToggleFocusable: true } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        offset: 4,
        radius: 'md',
        transitionProps: { transition: 'pop', duration: 120 },
      },
    },
    MenuDropdown: { defaultProps: { ref: focusFirst } },
    Popover: { defaultProps: { shadow: 'md', offset: 6, radius: 'md', transitionProps: { transition: 'pop', duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 400, offset: 6, transitionProps: { duration: 80 } } },
    Modal: { defaultProps: { radius: 'lg', centered: true, shadow: 'xl', transitionProps: { transition: 'pop', duration: 160 } } },
    Select: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
  },
})

const same = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-off)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-light': 'var(--select)',
  '--mantine-primary-color-light-hover': 'var(--select)',
  '--mantine-primary-color-light-color': 'var(--accent-text)',
  '--mantine-color-indigo-filled': 'var(--accent)',
  '--mantine-color-indigo-filled-hover': 'var(--accent-hover)',
  '--mantine-color-red-filled': 'var(--red-solid)',
  '--mantine-color-red-filled-hover': 'var(--red-solid)',
  '--mantine-color-red-light-color': 'var(--red)',
  '--mantine-color-red-light-hover': 'var(--red-soft)',
  '--mantine-color-gray-light-color': 'var(--text-2)',
  '--mantine-color-gray-light-hover': 'var(--hover)',
}
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: same, dark: same })
