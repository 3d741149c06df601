import { Kbd, Modal } from '@mantine/core';
import { Fragment } from 'react';
import type { Role } from '../../api/contract/common.ts';
import { t } from './texts.ts';
import type { MenuEntry } from './menu.ts';
import { readChatKeys } from '../session/chat-keys.ts';
import { isMac } from './TopBar.tsx';

export function KeyboardHelp({
  opened,
  onClose,
  entries,
  role,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly entries: readonly MenuEntry[];
  readonly role: Role;
}) {
  const mod = isMac() ? '⌘' : 'Ctrl';
  const chat = readChatKeys();
  const rows: readonly {
    readonly keys: readonly string[];
    readonly then?: boolean;
    readonly or?: boolean;
    readonly what: string;
  }[] = [
    { keys: [mod, 'K'], what: t('keys.palette') },
    { keys: ['/'], what: t('keys.search') },
    { keys: ['?'], what: t('keys.help') },
    ...entries.flatMap((entry) =>
      entry.key === null ? [] : [{ keys: ['g', entry.key], then: true, what: t('keys.go', { place: t(entry.label) }) }],
    ),
    ...(role === 'Business' ?
      [
        { keys: chat.on ? [chat.of.next, chat.of.previous] : ['↓', '↑'], or: true, what: t('keys.walk') },
        { keys: ['Enter'], what: t('keys.open') },
        ...(chat.on ?
          [
            { keys: [chat.of.reply], what: t('keys.reply') },
            { keys: [chat.of.close], what: t('keys.close') },
            { keys: [chat.of.take], what: t('keys.take') },
          ]
        : []),
        { keys: ['Enter'], what: t('keys.send') },
        { keys: ['Shift', 'Enter'], what: t('keys.newline') },
        { keys: [mod, 'Z'], what: t('keys.undo') },
        { keys: [mod, 'Shift', 'Z'], what: t('keys.redo') },
        { keys: ['Alt', '↑ ↓'], what: t('keys.move') },
        { keys: ['↑ ↓', '← →'], or: true, what: t('keys.auWalk') },
        { keys: ['A'], what: t('keys.auAdd') },
        { keys: ['M'], what: t('keys.auMove') },
        { keys: ['D'], what: t('keys.auOff') },
        { keys: ['G'], what: t('keys.auJump') },
        { keys: ['1'], what: t('keys.auFit') },
        { keys: ['Delete'], what: t('keys.auRemove') },
      ]
    : []),
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={t('keys.title')} size="sm">
      <dl className="bk-keys">
        {rows.map((row) => (
          <div key={row.what}>
            <dt>{row.what}</dt>
            <dd>
              {row.keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && (
                    <span className="faint">
                      {row.then ?
                        t('keys.then')
                      : row.or ?
                        t('keys.or')
                      : '+'}
                    </span>
                  )}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
