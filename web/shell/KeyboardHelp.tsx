import { Kbd, Modal } from '@mantine/core';
import { Fragment } from 'react';
import type { Role } from '../../api/contract/common.ts';
import { t } from './texts.ts';
import type { MenuEntry } from './menu.ts';
import { type ChatAct, readChatKeys } from '../session/chat-keys.ts';
import { isMac } from './TopBar.tsx';

interface Row {
  readonly keys: readonly string[];
  /** One after the other; one or the other; else together. */
  readonly then?: boolean;
  readonly or?: boolean;
  readonly what: string;
}

/** Every shortcut of the product that the role has, by where it works. */
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
  const letter = (act: ChatAct, what: string): readonly Row[] =>
    chat.on && chat.of[act] !== '' ? [{ keys: [chat.of[act]], what }] : [];
  const everywhere: readonly Row[] = [
    { keys: [mod, 'K'], what: t('keys.palette') },
    { keys: ['/'], what: t('keys.search') },
    { keys: ['?'], what: t('keys.help') },
    ...entries.flatMap((entry) =>
      entry.key === null ? [] : [{ keys: ['g', entry.key], then: true, what: t('keys.go', { place: t(entry.label) }) }],
    ),
  ];
  const walk = [chat.of.next, chat.of.previous].filter((key) => chat.on && key !== '');
  const sections: readonly { readonly of: string; readonly rows: readonly Row[] }[] = [
    { of: t('keys.of.everywhere'), rows: everywhere },
    ...(role === 'Business' ?
      [
        {
          of: t('keys.of.chat'),
          rows: [
            { keys: walk.length === 2 ? walk : ['↓', '↑'], or: true, what: t('keys.walk') },
            { keys: ['Enter'], what: t('keys.open') },
            ...letter('reply', t('keys.reply')),
            ...letter('note', t('keys.note')),
            ...letter('close', t('keys.close')),
            ...letter('take', t('keys.take')),
            ...letter('mine', t('keys.mine')),
            ...letter('nobody', t('keys.nobody')),
            ...letter('overdue', t('keys.overdue')),
          ],
        },
        {
          of: t('keys.of.message'),
          rows: [
            { keys: ['Enter'], what: t('keys.send') },
            { keys: ['Shift', 'Enter'], what: t('keys.newline') },
            { keys: ['/'], what: t('keys.snippet') },
          ],
        },
        {
          of: t('keys.of.builder'),
          rows: [
            { keys: [mod, 'Z'], what: t('keys.undo') },
            { keys: [mod, 'Shift', 'Z'], what: t('keys.redo') },
          ],
        },
        { of: t('keys.of.page'), rows: [{ keys: ['Alt', '↑ ↓'], what: t('keys.move') }] },
        {
          of: t('keys.of.automation'),
          rows: [
            { keys: [mod, 'S'], what: t('keys.auSave') },
            { keys: ['↑ ↓', '← →'], or: true, what: t('keys.auWalk') },
            { keys: ['Shift', '↑ ↓'], what: t('keys.auChoose') },
            { keys: ['A'], what: t('keys.auAdd') },
            { keys: [mod, 'C'], what: t('keys.auCopy') },
            { keys: [mod, 'V'], what: t('keys.auPaste') },
            { keys: ['M'], what: t('keys.auMove') },
            { keys: ['D'], what: t('keys.auOff') },
            { keys: ['G'], what: t('keys.auJump') },
            { keys: ['1'], what: t('keys.auFit') },
            { keys: ['0'], what: t('keys.auZoom') },
            { keys: ['Delete'], what: t('keys.auRemove') },
          ],
        },
      ]
    : []),
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={t('keys.title')} size="sm">
      {sections.map(({ of, rows }) => (
        <section key={of} aria-label={of}>
          <h3 className="bk-keysof">{of}</h3>
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
        </section>
      ))}
    </Modal>
  );
}
