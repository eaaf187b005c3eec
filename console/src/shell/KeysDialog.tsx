import { Checkbox, Modal } from '@mantine/core'
import { Fragment } from 'react'
import type { Start } from '../api/start.ts'
import type { Key } from '../i18n/en.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { useHabits } from '../i18n/kept-habits.ts'
import { keyedScreens } from './screen-keys.ts'
import { useChangePreferences } from './use-preferences.ts'

/** Keys that are pressed together stand beside each other, with the word between those that are not. */
interface Line {
  readonly title: Key
  readonly keys: readonly (readonly string[])[]
  readonly between?: 'keys.or' | 'keys.then'
}

const command = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl'
const groups: readonly { readonly title: Key; readonly lines: readonly Line[] }[] = [
  {
    title: 'keys.anywhere',
    lines: [
      { title: 'keys.help', keys: [['?']] },
      { title: 'palette.label', keys: [[command, 'K']] },
      { title: 'keys.save', keys: [[command, 'Enter']] },
      { title: 'keys.close', keys: [['Esc']] },
    ],
  },
  {
    title: 'keys.lists',
    lines: [
      { title: 'keys.search', keys: [['/']] },
      { title: 'keys.new', keys: [['n']] },
      { title: 'keys.pages', keys: [['['], [']']] },
    ],
  },
  {
    title: 'keys.rows',
    lines: [
      { title: 'keys.move', keys: [['j'], ['k']] },
      { title: 'keys.pick', keys: [['x']] },
      { title: 'keys.open', keys: [['Enter']] },
      { title: 'act.edit', keys: [['e']] },
      { title: 'act.delete', keys: [['Del']] },
    ],
  },
]

/** All keys there are, and the switch for those that are single letters. */
export default function KeysDialog({ can, onClose }: { can: Start['can']; onClose(): void }) {
  const { t } = useI18n()
  const { hasShortcuts } = useHabits()
  const change = useChangePreferences()
  const screens = keyedScreens(can).map(({ title, key }): Line => ({ title, keys: [['g'], [key]], between: 'keys.then' }))
  const all = screens.length > 0 ? [...groups, { title: 'keys.go' as Key, lines: screens }] : groups
  return (
    <Modal opened onClose={onClose} title={t('shell.keys')} size="lg" closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className="keys">
        {all.map(({ title, lines }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {lines.map((line) => (
                <div key={line.title}>
                  <dt>{t(line.title)}</dt>
                  <dd dir="ltr">
                    <Keys {...line} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        className="keys-switch"
        label={t('keys.single')}
        description={t('keys.singleHint')}
        checked={hasShortcuts}
        onChange={(event) => change({ shortcuts: event.currentTarget.checked })}
      />
    </Modal>
  )
}

function Keys({ keys, between }: Line) {
  const { t } = useI18n()
  return keys.map((together, place) => (
    <Fragment key={together.join(' ')}>
      {place > 0 && between && <small>{t(between)}</small>}
      {together.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </Fragment>
  ))
}
