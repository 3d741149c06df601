import { Button, Group, Modal, Select } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { AutomationOutlook, AutomationWaiting } from '../../../../../api/contract/automation-outlook.ts';
import { type Automation, type AutomationCircle, canTakeOver } from '../../../../../api/contract/automations.ts';
import { useRead } from '../../../../data/read.ts';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { shortTime, time } from '../../../../format/date.ts';
import { count as written } from '../../../../format/number.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { differences } from '../differences.ts';
import { automationModel, type Document, type Node } from '../model.ts';
import { t } from '../texts.ts';
import { told } from '../labels.ts';
import { figuresOf } from '../figures.ts';
import { CircleNote } from './CircleNote.tsx';

export interface Move {
  readonly node: string;
  readonly how: 'keep' | 'recompute' | 'go';
  readonly to: string | null;
}
/** Whether it says what a choice of the dialog means. */
const isOf = ({ how, to }: AutomationOutlook, choice: string): boolean =>
  choice.startsWith('go:') ? how === 'go' && to === choice.slice('go:'.length) : how === choice;

/** What happens when it is published, and what becomes of who waits at a step that has changed. */
export function PublishDialog({
  automation,
  document,
  published,
  names,
  circles,
  onPublish,
  onRefresh,
  onClose,
}: {
  readonly automation: Automation;
  readonly document: Document;
  readonly published: Document | null;
  /** Of what both of them speak. */
  readonly names: Names;
  /** In which it would start itself, alone or with others. */
  readonly circles: readonly AutomationCircle[];
  /** True: it is. */
  readonly onPublish: (moves: readonly Move[]) => Promise<boolean>;
  /** Has everybody who waits wait anew. True: it was done. */
  readonly onRefresh: () => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const { id, name, version } = automation;
  const [busy, setBusy] = useState(false);
  const [anew, waitAnew] = useState(false);
  const [chosen, choose] = useState<Readonly<Record<string, string>>>({});
  const { data: outlook, refresh } = useRead('/automations/{id}/waiting', version === null ? null : { params: { id } });
  const style = useDateStyle();
  const unchanged = version !== null && !automation.changed;
  const changes = published === null ? [] : differences(published, document, names);
  const known = new Map(outlook?.data.map((one) => [one.node, one]));
  const waiting = Object.entries(published?.nodes ?? {}).flatMap(([id, was]) => {
    const is = automationModel.nodeOf(document, id);
    const count = known.get(id)?.count ?? figuresOf(automation.counts, id).here;
    return count === 0 || JSON.stringify(was) === JSON.stringify(is) ? [] : [{ id, was, is, count }];
  });
  const inside = (outlook?.data ?? []).filter(({ outlooks }) => outlooks.some(({ how }) => how === 'recompute'));
  const nameOf = (node: string | null): string =>
    node === null ? '' : told(document.nodes[node] ?? published?.nodes[node], names);
  /** When the first thing leaves by what is chosen. */
  const follows = (of: AutomationWaiting | undefined, choice: string): ReactNode => {
    const found = of?.outlooks.find((one) => isOf(one, choice));
    if (of === undefined || of.looked === 0) return null;
    if (found === undefined || found.first_at === null) return choice === 'go:' || found ? t('au.pub.nothing') : null;
    const first = t('au.pub.first.at', { at: shortTime(found.first_at, style), name: nameOf(found.first_node) });
    return (
      <>
        {first} {found.at_once > 0 && <b className="now">{t('au.pub.atOnce', { count: found.at_once })}</b>}{' '}
        {of.looked < of.count && t('au.pub.looked', { looked: written(of.looked), count: written(of.count) })}
      </>
    );
  };
  const steps = Object.entries(document.nodes).map(([id, node]) => ({
    value: `go:${id}`,
    label: t('au.pub.go', { name: told(node, names) }),
  }));
  const choices = (was: Node, is: Node | null) => [
    {
      group: t('au.pub.here'),
      items: [
        { value: 'stay', label: t('au.pub.keep') },
        ...(is !== null && canTakeOver(was, is) ?
          [
            { value: 'keep', label: t('au.pub.keepTime') },
            ...(automationModel.planOf(is).kind === 'wait' ?
              [{ value: 'recompute', label: t('au.pub.recompute') }]
            : []),
          ]
        : []),
      ],
    },
    { group: t('au.pub.away'), items: [...steps, { value: 'go:', label: t('au.pub.out') }] },
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
        {unchanged && <p>{t('au.pub.noChange', { version })}</p>}
        {circles.map((circle) => (
          <CircleNote key={JSON.stringify(circle.steps)} circle={circle} document={document} />
        ))}
        {changes.length > 0 && (
          <div className="au-diff">
            <b>{t('au.diff.since', { version: version ?? 0 })}</b>
            <ul>
              {changes.map((one) => (
                <li key={one} dir="auto">
                  {one}
                </li>
              ))}
            </ul>
          </div>
        )}
        {waiting.length > 0 && outlook !== undefined && (
          <p className="muted asof">
            {t('au.pub.asOf', { at: time(outlook.at, style) })}{' '}
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconRefresh size={14} aria-hidden />}
              onClick={refresh}
            >
              {t('au.pub.lookAgain')}
            </Button>
          </p>
        )}
        {waiting.map(({ id, was, is, count }) => (
          <div key={id} className="move">
            <div>
              <b>{t('au.pub.waiting', { count, name: told(was, names) })}</b>
              <p className="muted">{t(is === null ? 'au.pub.gone' : 'au.pub.changed')}</p>
            </div>
            <Select
              label={t('au.pub.do')}
              data={choices(was, is)}
              value={chosen[id] ?? 'stay'}
              allowDeselect={false}
              searchable
              description={follows(known.get(id), chosen[id] ?? 'stay')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={(how) => {
                if (how !== null) choose({ ...chosen, [id]: how });
              }}
            />
          </div>
        ))}
        {unchanged && inside.length > 0 && (
          <div className="move">
            <div>
              <b>{t('au.pub.anew')}</b>
              <p className="muted">{t('au.pub.anewText')}</p>
            </div>
            <ul className="inside">
              {inside.map((one) => (
                <li key={one.node}>
                  {t('au.pub.waiting', { count: one.count, name: nameOf(one.node) })}.
                  <p className="muted">{follows(one, 'recompute')}</p>
                </li>
              ))}
            </ul>
            <Button
              variant="default"
              className="anew"
              loading={anew}
              onClick={() => {
                waitAnew(true);
                void onRefresh().then((done) => {
                  waitAnew(false);
                  if (done) onClose();
                });
              }}
            >
              {t('au.pub.anewGo')}
            </Button>
          </div>
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          // What has not changed is published for its emails alone, which may be designed anew.
          variant={unchanged ? 'default' : 'filled'}
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
