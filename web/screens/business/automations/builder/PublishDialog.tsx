import { Button, Group, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import type { Automation } from '../../../../../api/contract/automations.ts';
import { automationModel, type Document, type Node } from '../model.ts';
import { t } from '../texts.ts';
import { called } from '../words.ts';
import { hereOf } from '../figures.ts';

export interface Move {
  readonly node: string;
  readonly how: 'keep' | 'recompute' | 'go';
  readonly to: string | null;
}
/** Whether who is at one can be at the other, as publishing asks it. */
const isAlike = (one: Node, other: Node): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'Wait' || other.kind !== 'Wait' || (one.until.kind === 'event') === (other.until.kind === 'event'));

/** What happens when it is published, and what becomes of who waits at a step that has changed. */
export function PublishDialog({
  automation,
  document,
  published,
  onPublish,
  onClose,
}: {
  readonly automation: Automation;
  readonly document: Document;
  readonly published: Document | null;
  /** True: it is. */
  readonly onPublish: (moves: readonly Move[]) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const { name, version } = automation;
  const [busy, setBusy] = useState(false);
  const [chosen, choose] = useState<Readonly<Record<string, string>>>({});
  const waiting = Object.entries(published?.nodes ?? {}).flatMap(([id, was]) => {
    const is = automationModel.nodeOf(document, id);
    const count = hereOf(automation.counts, id);
    return count === 0 || JSON.stringify(was) === JSON.stringify(is) ? [] : [{ id, was, is, count }];
  });
  const steps = Object.entries(document.nodes).map(([id, node]) => ({
    ...{ value: `go:${id}`, label: t('au.pub.go', { name: called(node) }) },
  }));
  const choices = (was: Node, is: Node | null) => [
    { value: 'stay', label: t('au.pub.keep') },
    ...(is !== null && isAlike(was, is) ?
      [
        { value: 'keep', label: t('au.pub.keepTime') },
        ...(is.kind === 'Wait' ? [{ value: 'recompute', label: t('au.pub.recompute') }] : []),
      ]
    : []),
    ...steps,
    { value: 'go:', label: t('au.pub.out') },
  ];
  const moves = (): Move[] =>
    waiting.flatMap(({ id }): Move[] => {
      const how = chosen[id] ?? 'stay';
      if (how === 'stay') return [];
      if (how === 'keep' || how === 'recompute') return [{ node: id, how, to: null }];
      const to = how.slice('go:'.length);
      return [{ node: id, how: 'go', to: to === '' ? null : to }];
    });
  return (
    <Modal opened onClose={onClose} title={t('au.pub.title', { name })} size="lg">
      <div className="au-publish">
        <p className="muted">{t(version === null ? 'au.pub.first' : 'au.pub.text')}</p>
        {version !== null && !automation.changed && <p>{t('au.pub.noChange', { version })}</p>}
        {waiting.map(({ id, was, is, count }) => (
          <div key={id} className="move">
            <span>
              <b>{t('au.pub.waiting', { count, name: called(was) })}</b>{' '}
              <span className="muted">{t(is === null ? 'au.pub.gone' : 'au.pub.changed')}</span>
            </span>
            <Select
              label={t('au.pub.do')}
              data={choices(was, is)}
              value={chosen[id] ?? 'stay'}
              allowDeselect={false}
              searchable
              onChange={(how) => {
                if (how !== null) choose({ ...chosen, [id]: how });
              }}
            />
          </div>
        ))}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          loading={busy}
          data-autofocus
          onClick={() => {
            setBusy(true);
            void onPublish(moves()).then((done) => {
              setBusy(false);
              if (done) onClose();
            });
          }}
        >
          {t('au.pub.now')}
        </Button>
      </Group>
    </Modal>
  );
}
